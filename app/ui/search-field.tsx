import { type ComponentProps, useEffect, useRef } from "react";
import { Icon } from "./icon";

const onScreen: HTMLInputElement[] = [];

/** The field the search hotkey should focus: the one mounted last, or none. */
export const currentSearchField = () => onScreen.at(-1);

/** A search box that offers itself to the hotkey. It sits in an ordinary GET form and works without scripts. */
export function SearchField(props: ComponentProps<"input">) {
  const ref = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const field = ref.current;
    if (!field) return;
    onScreen.push(field);
    // On a page change the new page may mount before the old one goes: each takes only itself away.
    return () => void onScreen.splice(onScreen.indexOf(field), 1);
  }, []);
  return <input {...props} ref={ref} type="search" aria-keyshortcuts="Control+K Meta+K" />;
}

/** A search field as forms show it. `label` is its name and what stands in it while it is empty. */
export function SearchBox({ id, label, ...rest }: { id: string; label: string } & ComponentProps<"input">) {
  return (
    <label className="search-box field-wide" htmlFor={id}>
      {/* The field is named by the words alone: the shortcut stands in the label too. */}
      <span className="unseen" id={`${id}-label`}>
        {label}
      </span>
      <Icon name="search" />
      <SearchField id={id} aria-labelledby={`${id}-label`} className="input" placeholder={label} {...rest} />
      <kbd>Ctrl K</kbd>
    </label>
  );
}
