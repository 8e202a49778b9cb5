export { loader } from "./_app.organizations.new";
