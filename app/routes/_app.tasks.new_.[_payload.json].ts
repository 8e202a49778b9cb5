export { loader } from "./_app.tasks.new";
