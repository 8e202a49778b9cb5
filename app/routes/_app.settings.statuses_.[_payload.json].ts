export { loader } from "./_app.settings.statuses._index/route";
