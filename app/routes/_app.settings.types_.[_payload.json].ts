export { loader } from "./_app.settings.types._index";
