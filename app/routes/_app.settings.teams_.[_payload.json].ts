export { loader } from "./_app.settings.teams._index";
