export { loader } from "./_app.settings.sites.new";
