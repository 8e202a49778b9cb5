export { loader } from "./_app.users.$id_.anonymisation";
