export { loader } from "./_app._index";
