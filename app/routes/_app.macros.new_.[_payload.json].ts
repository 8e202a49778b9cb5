export { loader } from "./_app.macros.new";
