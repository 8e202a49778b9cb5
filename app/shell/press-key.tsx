import { useEffect, useId, useRef } from "react";
import { Button } from "~/ui/button";
import { isShown, press } from "~/ui/commands";
import { KeyTable } from "~/ui/key-table";
import { SectionHeader } from "~/ui/page-header";
import { currentSearchField, goToField } from "~/ui/search-field";
import * as say from "./shell-texts";

/** The links that open the rows of the lists on the page. */
const rows = () => [...document.querySelectorAll<HTMLElement>("#content .row-link")].filter(isShown);

const rowAround = (element: Element | null) => element?.closest("tr, li") ?? null;

/** From the row that has the focus to one beside it, at the edge nowhere; from elsewhere to the first. */
function move(by: 1 | -1) {
  const all = rows();
  const around = rowAround(document.activeElement);
  const at = around ? all.findIndex((row) => around.contains(row)) : -1;
  all[at === -1 ? 0 : at + by]?.focus();
}

function search() {
  const field = currentSearchField();
  if (field) goToField(field);
}

/** Does what the key means on this page, which may be nothing. */
export function pressKey(key: string) {
  if (key === "j") return move(1);
  if (key === "k") return move(-1);
  if (key === "Enter") return document.querySelector<HTMLElement>(".row-link:focus")?.click();
  if (key === "x") return rowAround(document.activeElement)?.querySelector<HTMLElement>("td > [name=id]")?.click();
  if (key === "/") return search();
  if (key === "c") return document.querySelector<HTMLElement>('.sidebar-panel [href="/tasks/new"]')?.click();
  const named = [...document.querySelectorAll<HTMLElement>(`[data-key="${key}"]`)];
  const element = named.find(isShown);
  if (element) press(element);
}

/**
 * The list of keys, over the page from when it is mounted. Closed it stays, unseen, and a new one takes its place: the event that
 * tells of the closing may come after the key that asks again.
 */
export function KeyHelp() {
  const dialog = useRef<HTMLDialogElement>(null);
  const title = useId();
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} aria-labelledby={title}>
      <div className="stack">
        <SectionHeader title={say.keyboardShortcuts} id={title}>
          <Button type="button" look="quiet" onClick={() => dialog.current?.close()}>
            {say.close}
          </Button>
        </SectionHeader>
        <KeyTable />
        <a href="/settings/display">{say.switchSingleKeysOff}</a>
      </div>
    </dialog>
  );
}
