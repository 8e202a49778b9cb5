export { loader } from "./_app.search";
