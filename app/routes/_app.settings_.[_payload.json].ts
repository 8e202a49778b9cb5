export { loader } from "./_app.settings._index";
