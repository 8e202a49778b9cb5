export { refuseGet as loader } from "~/http/error-responses.server";

/** `verb`: move a rule in the list, delete it, or restore a deleted one. */
export { changeRuleAction as action } from "~/routes/_app.settings.rules._index/rule-actions.server";
