export { loader } from "./_app.tasks.display";
