import { type FormEvent, useEffect, useRef, useState } from "react";
import { isComposing } from "~/lib/ime-composition";
import { listen } from "~/lib/listen";
import { goToField, goToSearch, provideSearchDialog, SearchBox } from "~/ui/search-field";
import { searchAndCommands } from "~/ui/ui-copy";

/** Matches Ctrl+K or Cmd+K alone: with Shift or Alt it's a browser or system shortcut. */
export function isSearchHotkey(e: Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "shiftKey" | "altKey">) {
  return e.key.toLowerCase() === "k" && e.ctrlKey !== e.metaKey && !e.shiftKey && !e.altKey;
}

/**
 * Focuses the page's search field on Ctrl+K. `bringsField`: on a page without one, opens a dialog that has one. Without
 * scripts, only the shortcut is missing.
 */
export function SearchHotkey({ bringsField = false }: { bringsField?: boolean }) {
  const [timesOpened, setTimesOpened] = useState(0);

  useEffect(() => {
    if (bringsField) return provideSearchDialog(() => setTimesOpened((times) => times + 1));
  }, [bringsField]);
  useEffect(() => {
    function search(event: KeyboardEvent) {
      if (event.defaultPrevented || isComposing(event) || !isSearchHotkey(event)) return;
      // Without a field, the browser keeps its Ctrl+K.
      if (goToSearch({ asPalette: true })) event.preventDefault();
    }
    return listen(document, { keydown: search });
  }, []);

  return timesOpened > 0 && <Palette key={timesOpened} />;
}

/** The dialog of Ctrl+K. Each opening mounts a new one, as with `KeyHelp`. Its list loads with the first. */
function Palette() {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    dialog.current?.showModal();
    const field = dialog.current?.querySelector("input");
    if (field) goToField(field);
  }, []);
  /**
   * Handles Enter before the list has loaded. Otherwise the field has no name, because it isn't part of the page's
   * form.
   */
  function nameField({ currentTarget }: FormEvent<HTMLFormElement>) {
    currentTarget.querySelector("input")?.setAttribute("name", "q");
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it.
    <dialog
      ref={dialog}
      className="palette"
      aria-label={searchAndCommands}
      onClick={({ target, currentTarget }) => target === currentTarget && currentTarget.close()}
    >
      <form action="/search" onSubmit={nameField}>
        <SearchBox id="palette" label={searchAndCommands} isModal />
      </form>
    </dialog>
  );
}
