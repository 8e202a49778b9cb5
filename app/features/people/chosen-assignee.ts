/* The list of the assignee field holds the value, also while people type in a field in its place. */

export const chosenIn = (select: HTMLSelectElement | null | undefined) => select?.selectedOptions[0]?.text ?? "";

/** The list may be older than somebody who is offered now. */
export function choose(select: HTMLSelectElement | null | undefined, value: string, label: string) {
  if (!select || select.value === value) return;
  if (![...select.options].some((option) => option.value === value)) select.add(new Option(label, value));
  select.value = value;
  select.dispatchEvent(new Event("change", { bubbles: true }));
}
