export { loader } from "./_app.tasks.views_.new";
