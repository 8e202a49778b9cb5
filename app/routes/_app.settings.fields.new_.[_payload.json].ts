export { loader } from "./_app.settings.fields.new";
