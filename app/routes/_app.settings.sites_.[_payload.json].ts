export { loader } from "./_app.settings.sites._index/route";
