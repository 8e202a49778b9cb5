export { loader } from "./_app.settings.fields._index";
