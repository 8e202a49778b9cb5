export { loader } from "./_app.tasks._index";
