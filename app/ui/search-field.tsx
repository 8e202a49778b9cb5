import { type ComponentProps, type ComponentType, useRef } from "react";
import { ChoiceField, type ChoicesProps } from "./choice-field";
import { useSystemKeys } from "./command-key";
import { Icon } from "./icon";
import * as say from "./ui-copy";

const SEARCH_FIELD = "input[type=search][aria-keyshortcuts]";

/** The field the search hotkey should focus: the last on the page, whether its scripts run yet or not; null for none. */
export const currentSearchField = () => [...document.querySelectorAll<HTMLInputElement>(SEARCH_FIELD)].at(-1) ?? null;

/** Goes to that field, its text selected. Pressed as well, it offers what it has to offer, which the focus alone does not. */
export function goToField(field: HTMLInputElement) {
  field.focus();
  field.select();
  field.click();
}

/** A search box that offers itself to the hotkey. It sits in an ordinary GET form and works without scripts. */
export function SearchField(props: ComponentProps<"input">) {
  const { command } = useSystemKeys();
  return <input {...props} type="search" aria-keyshortcuts={`${command.aria}+K`} />;
}

const loadCommands = () => import("./command-list");

type Props = ComponentProps<"input"> & {
  id: string;
  label: string;
  choices?: () => Promise<{ Choices: ComponentType<ChoicesProps> }>;
};

/**
 * A search field as forms show it. `label` is its name and what stands in it while it is empty. With scripts it offers what
 * can be done on the page and where it leads, or `choices`.
 */
export function SearchBox({ id, label, choices = loadCommands, ...rest }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const { command, together } = useSystemKeys();
  return (
    <div className="choice-field field-wide" ref={box}>
      <label className="search-box" htmlFor={id}>
        <span className="unseen">{label}</span>
        <Icon name="search" />
        <SearchField id={id} className="input" placeholder={label} autoComplete="off" {...rest} />
        {/* biome-ignore lint/a11y/noAriaHiddenOnFocusable: nothing here takes the focus; the field says its key itself. */}
        <kbd aria-hidden="true">{together(command.label, "K")}</kbd>
      </label>
      <ChoiceField box={box} label={say.suggestions} load={choices} own={{}} isOptional />
    </div>
  );
}
