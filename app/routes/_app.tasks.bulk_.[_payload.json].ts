export { loader } from "./_app.tasks.bulk";
