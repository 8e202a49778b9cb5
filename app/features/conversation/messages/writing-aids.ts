/* What makes writing pleasant, once somebody writes. */
export { MentionList } from "../mentions/mention-list.island";
export { TextPreview } from "./preview.island";
