import { type ComponentProps, useEffect, useRef } from "react";

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
