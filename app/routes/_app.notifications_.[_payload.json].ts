export { loader } from "./_app.notifications._index";
