import { type ComponentProps, type ComponentType, useRef } from "react";
import { ChoiceField, type ChoicesProps } from "./choice-field";
import { useSystemKeys } from "./command-key";
import { Icon } from "./icon";
import * as say from "./ui-copy";

const SEARCH_FIELD = "input[type=search][aria-keyshortcuts]";

/** Finds the field for the search hotkey, hydrated or not: the last in sight and not below a dialog; null for none. */
function currentSearchField() {
  const page = [...document.querySelectorAll(":modal")].at(-1) ?? document;
  const fields = [...page.querySelectorAll<HTMLInputElement>(SEARCH_FIELD)];
  return fields.filter((field) => field.getClientRects().length > 0).at(-1) ?? null;
}

let openDialog: (() => void) | null = null;

/** Registers the function that opens a search field on pages without one. Returns a function that unregisters it. */
export function provideSearchDialog(open: () => void) {
  openDialog = open;
  return () => {
    if (openDialog === open) openDialog = null;
  };
}

/**
 * Focuses the page's search field, or opens the dialog that has one. Returns false if there is neither. `asPalette`: until the
 * field is left, Enter opens the first result (`command-list`).
 */
export function goToSearch({ asPalette = false } = {}) {
  const field = currentSearchField();
  if (!field) openDialog?.();
  else {
    if (asPalette) {
      field.dataset.palette = "";
      field.addEventListener("blur", () => delete field.dataset.palette, { once: true });
    }
    goToField(field);
  }
  return field !== null || openDialog !== null;
}

/** Focuses a search field and selects its text. The click opens its list, which focus alone doesn't. */
export function goToField(field: HTMLInputElement) {
  field.focus();
  field.select();
  field.click();
}

/** A search input for the hotkey, in a plain GET form that works without scripts. */
export function SearchField(props: ComponentProps<"input">) {
  const { command } = useSystemKeys();
  return <input {...props} type="search" aria-keyshortcuts={`${command.aria}+K`} />;
}

const loadCommands = () => import("./command-list");

type Props = ComponentProps<"input"> & {
  id: string;
  label: string;
  choices?: () => Promise<{ Choices: ComponentType<ChoicesProps & { isModal: boolean }> }>;
  /** The field of a dialog that does nothing else. */
  isModal?: boolean;
};

/**
 * A search field with its icon. `label` is its name and placeholder. With scripts, it also lists the page's commands and
 * navigation, or `choices`.
 */
export function SearchBox({ id, label, choices = loadCommands, isModal = false, ...rest }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const { command, together } = useSystemKeys();
  return (
    <div className="choice-field field-wide" ref={box}>
      <label className="search-box" htmlFor={id}>
        <span className="unseen">{label}</span>
        <Icon name="search" />
        <SearchField id={id} className="input" placeholder={label} autoComplete="off" {...rest} />
        {/* biome-ignore lint/a11y/noAriaHiddenOnFocusable: nothing here takes the focus; the field announces its own key. */}
        <kbd aria-hidden="true">{together(command.label, "K")}</kbd>
      </label>
      <ChoiceField box={box} label={say.suggestions} load={choices} own={{ isModal }} isOptional={!isModal} />
    </div>
  );
}
