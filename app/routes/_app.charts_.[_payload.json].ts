export { loader } from "./_app.charts";
