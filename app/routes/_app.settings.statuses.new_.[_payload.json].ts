export { loader } from "./_app.settings.statuses.new";
