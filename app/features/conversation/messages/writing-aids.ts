/* Loads once the writer touches the field. */
export { MentionList } from "../mentions/mention-list.island";
export { TextPreview } from "./preview.island";
