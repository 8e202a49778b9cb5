export { loader } from "./_app.macros.$id";
