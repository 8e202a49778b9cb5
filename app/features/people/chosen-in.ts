/** The label of a select's choice. It has its own file, so that the field doesn't load its list (`./assignee-choices`). */
export const chosenIn = (select: HTMLSelectElement | null | undefined) => select?.selectedOptions[0]?.text ?? "";
