export { loader } from "./_app.settings.fields.$key_.edit";
