export { loader } from "./_app.tasks.$id/route";
