import { useNavigate } from "@remix-run/react";
import { type FormEvent, type ReactNode, useCallback, useEffect, useId, useRef, useState } from "react";
import * as macrosCopy from "~/features/macros/macros-copy";
import { MacroParts } from "~/features/macros/use-macro";
import { MergeParts } from "~/features/relations/merge-form";
import * as relationsCopy from "~/features/relations/relations-copy";
import { RelationsForms } from "~/features/relations/relations-forms";
import { SplitForm } from "~/features/relations/split-form";
import type { loader as macrosPage } from "~/routes/_app.tasks.$id_.macros";
import type { loader as mergePage } from "~/routes/_app.tasks.$id_.merge";
import type { loader as relationsPage } from "~/routes/_app.tasks.$id_.relations";
import type { loader as splitPage } from "~/routes/_app.tasks.$id_.split";
import { payloads } from "~/shell/payload-client-loader";
import { payloadAddress } from "~/shell/payloads";
import { Button } from "~/ui/button";
import { numberIn } from "~/ui/commands";
import { FieldPrefix } from "~/ui/field";
import { FormAddress } from "~/ui/page-form";
import { SectionHeader } from "~/ui/page-header";
import { OVER } from "./overlay-mark";

type DataOf<Loader extends (...args: never[]) => unknown> = Awaited<ReturnType<Loader>>;

/** Per page: its title, and its content from the data of the page's own loader. */
const PAGES = {
  macros: {
    title: () => macrosCopy.macroPageTitle,
    show: (data: DataOf<typeof macrosPage>) => <MacroParts {...data} refusal={null} asks={false} />,
  },
  merge: {
    title: relationsCopy.mergeTask,
    show: ({ task, ...data }: DataOf<typeof mergePage>) => <MergeParts taskId={task.id} {...data} refusal={null} />,
  },
  relations: {
    title: relationsCopy.tasksRelatedTo,
    show: ({ task, ...data }: DataOf<typeof relationsPage>) => <RelationsForms taskId={task.id} {...data} />,
  },
  split: {
    title: relationsCopy.splitTask,
    show: (data: DataOf<typeof splitPage>) => <SplitForm {...data} refusal={null} />,
  },
};

const pageOf = (href: string) => {
  const { pathname } = new URL(href, location.origin);
  return pathname.slice(pathname.lastIndexOf("/") + 1) as keyof typeof PAGES;
};

/** Whether a form only looks something up: by GET, or because its field `data-looks-up` holds words, not a task number. */
function looksUp(form: HTMLFormElement) {
  const field = form.elements.namedItem(form.dataset.looksUp ?? "");
  return form.method === "get" || (field instanceof HTMLInputElement && numberIn(field.value) === null);
}

/** A pause in typing that searches. Milliseconds. */
const PAUSE_MS = 250;

/** `opened`: the page to show, a new object for each press of its link. */
type Props = { taskId: number; opened: { href: string }; close: () => void };

/** Shows a page in a dialog over its task. Its forms are posted to the page, which shows refusals. */
export function OverlayDialog({ taskId, opened, close }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const title = useId();
  const navigate = useNavigate();
  const [shown, show] = useState<{ href: string; data: unknown } | null>(null);
  const asked = useRef("");
  const pause = useRef(0);

  const go = useCallback(
    async (to: string) => {
      asked.current = to;
      const payload = await payloads.ask(payloadAddress(new URL(to, location.origin)));
      if (asked.current !== to) return; // another page was asked for meanwhile
      const data = payload?.[`routes/_app.tasks.$id_.${pageOf(to)}`];
      if (data === undefined) navigate(to);
      else show({ href: to, data });
    },
    [navigate],
  );

  useEffect(() => dialog.current?.showModal(), []);
  useEffect(() => void go(opened.href), [go, opened]);
  useEffect(() => () => clearTimeout(pause.current), []);
  const path = shown && pageOf(shown.href) + new URL(shown.href, location.origin).searchParams.get("macro");
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page of the dialog begins at its first field or choice.
  useEffect(() => dialog.current?.querySelector<HTMLElement>("textarea, .input, .row-link")?.focus(), [path]);

  const searchOf = (form: HTMLFormElement, button: HTMLElement | null = null) =>
    `${form.getAttribute("action")?.split("?")[0]}?${new URLSearchParams([...new FormData(form, button)] as [string, string][])}`;
  /** Forms that only look something up stay in the dialog. */
  function lookUp(event: FormEvent<HTMLElement>) {
    const form = (event.target as Element).closest("form");
    clearTimeout(pause.current);
    if (!form || !looksUp(form)) return;
    if (event.type !== "submit") {
      pause.current = window.setTimeout(() => go(searchOf(form)), PAUSE_MS);
      return;
    }
    event.preventDefault();
    void go(searchOf(form, (event.nativeEvent as SubmitEvent).submitter));
  }

  const page = PAGES[pageOf(shown?.href ?? opened.href)];
  return (
    <dialog
      ref={dialog}
      className="task-overlay"
      aria-labelledby={title}
      onClose={close}
      onSubmit={lookUp}
      onInput={lookUp}
    >
      <SectionHeader title={page.title(taskId)} id={title}>
        <Button type="button" look="quiet" onClick={() => dialog.current?.close()}>
          {relationsCopy.close}
        </Button>
      </SectionHeader>
      {shown && (
        <FieldPrefix.Provider value="over-">
          <FormAddress.Provider value={withMark(shown.href)}>
            {(page.show as (data: unknown) => ReactNode)(shown.data)}
          </FormAddress.Provider>
        </FieldPrefix.Provider>
      )}
    </dialog>
  );
}

const withMark = (href: string) => `${href}${href.includes("?") ? "&" : "?"}${OVER}`;
