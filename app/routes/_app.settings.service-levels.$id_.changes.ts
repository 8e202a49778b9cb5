export { refuseGet as loader } from "~/http/error-responses.server";

/** `verb`: move a policy in the list, delete it, or restore a deleted one. */
export { changePolicyAction as action } from "~/routes/_app.settings.service-levels._index/policy-actions.server";
