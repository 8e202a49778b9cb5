export { loader } from "./_app.settings.notifications";
