export { loader } from "./_app.macros._index";
