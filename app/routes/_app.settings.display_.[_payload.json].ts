export { loader } from "./_app.settings.display";
