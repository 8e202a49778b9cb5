/** Product copy. docs/decisions/0020 says how to add to it. */

export const cancel = "Cancel";
export const members = "Members";
export const moveUp = (name: string) => `Move up ${name}`;
export const moveDown = (name: string) => `Move down ${name}`;
export const disabled = "Disabled";
export const makeMember = "Make member";
export const makeMemberNamed = (name: string) => `Make member: ${name}`;
export const remove = "Remove";
export const removeNamed = (name: string) => `Remove ${name}`;
export const addAMember = "Add a member";
export const addMember = "Add member";
export const sharedWith = "Shared with";
export const onlyMe = "Only me";
export const teamNamed = (name: string) => `Team: ${name}`;
export const allAgents = "All agents";
