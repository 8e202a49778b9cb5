export { loader } from "./_app.settings.security-log";
