export { loader } from "./_app.search_.explanation";
