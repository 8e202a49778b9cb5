export { loader } from "./_app.organizations._index";
