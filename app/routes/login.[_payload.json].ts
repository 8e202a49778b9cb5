export { loader } from "./login";
