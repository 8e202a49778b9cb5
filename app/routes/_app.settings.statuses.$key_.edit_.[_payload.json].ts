export { loader } from "./_app.settings.statuses.$key_.edit";
