export { loader } from "./_app.settings.teams.$id";
