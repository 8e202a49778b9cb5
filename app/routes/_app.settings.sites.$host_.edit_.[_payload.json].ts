export { loader } from "./_app.settings.sites.$host_.edit";
