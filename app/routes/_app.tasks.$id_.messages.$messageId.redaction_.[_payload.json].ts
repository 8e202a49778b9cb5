export { loader } from "./_app.tasks.$id_.messages.$messageId.redaction";
