export { loader } from "./_app.users.new";
