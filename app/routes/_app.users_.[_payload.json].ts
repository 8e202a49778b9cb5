export { loader } from "./_app.users._index";
