export { access, loader } from "./builds.$";
