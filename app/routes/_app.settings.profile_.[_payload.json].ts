export { loader } from "./_app.settings.profile";
