export { loader } from "./_app.tasks.$id_.deletion";
