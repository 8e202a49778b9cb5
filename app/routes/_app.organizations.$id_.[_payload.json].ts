export { loader } from "./_app.organizations.$id";
