export { loader } from "./_app.settings.types.$key_.edit";
