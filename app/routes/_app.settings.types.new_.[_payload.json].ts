export { loader } from "./_app.settings.types.new";
