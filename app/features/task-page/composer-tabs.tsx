import { useLocation } from "@remix-run/react";
import {
  type FormEvent,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useRef,
  useState,
} from "react";
import { flushSync } from "react-dom";
import { useHydrated } from "remix-utils/use-hydrated";
import { isComposing } from "~/lib/ime-composition";
import { listen } from "~/lib/listen";
import { fieldId } from "~/ui/field";
import { Icon } from "~/ui/icon";
import * as say from "./task-page-copy";

const KINDS = ["reply", "note"] as const;
type Kind = (typeof KINDS)[number];

const TITLES = { reply: say.reply, note: say.internalNote };
const FIELDS = { reply: fieldId("body"), note: fieldId("note") };

const fieldOf = (kind: Kind) => document.getElementById(FIELDS[kind]) as HTMLTextAreaElement | null;

type Props = Record<Kind, ReactNode> & {
  /** The form that has something to show: a draft, a colleague's shared draft, a refusal or a question. Null for none. */
  begun: Kind | null;
  /** Changes when a form is refused. */
  refused: Partial<Record<Kind, unknown>>;
  /** Changes when a form's message is on the page, or its draft is deleted. */
  done: Record<Kind, string>;
};

/**
 * Reply and note, one at a time behind tabs. Closed, a bar with one line of the chosen form stays in view. Both forms stay
 * on the page and keep what is typed. Without scripts they show below each other; until scripts run, the tabs are links.
 */
export function ComposerTabs({ begun, refused, done, ...panels }: Props) {
  const [{ kind, isOpen }, show] = useState<{ kind: Kind; isOpen: boolean }>({
    kind: begun ?? "reply",
    isOpen: begun !== null,
  });
  const isLive = useHydrated();
  const box = useRef<HTMLDivElement>(null);
  const wasClosed = useRef(false);

  function open(next: Kind) {
    wasClosed.current = false;
    flushSync(() => show({ kind: next, isOpen: true }));
    fieldOf(next)?.focus({ preventScroll: true });
    box.current?.scrollIntoView({ block: "nearest" });
  }
  const openNow = useRef(open);
  openNow.current = open;

  /** Leaves a form for its tab, where single keys work. */
  const leave = (from: Kind) => document.getElementById(tabId(from))?.focus({ preventScroll: true });

  function onTab(event: MouseEvent, next: Kind) {
    event.preventDefault();
    event.stopPropagation(); // a new address would drop the form's response
    // A press on the tab of the open form closes it; a key (r, n) only goes to it.
    if (isOpen && next === kind && event.detail > 0) {
      wasClosed.current = true;
      show({ kind: fieldOf(next)?.value ? next : "reply", isOpen: false }); // the line shows the started draft
    } else open(next);
  }

  function onKey(event: KeyboardEvent, own: Kind) {
    if (event.key === " ") {
      event.preventDefault(); // a link would scroll the page
      return open(own);
    }
    if (!["ArrowLeft", "ArrowRight", "Home", "End"].includes(event.key)) return;
    event.preventDefault();
    const next = event.key === "Home" ? "reply" : event.key === "End" || kind === "reply" ? "note" : "reply";
    flushSync(() => show({ kind: next, isOpen: true }));
    document.getElementById(tabId(next))?.focus();
  }

  function onEscape(event: KeyboardEvent) {
    if (event.key !== "Escape" || event.defaultPrevented || isComposing(event.nativeEvent)) return;
    const empty = KINDS.find((one) => event.target === fieldOf(one) && fieldOf(one)?.value === "");
    if (!empty || begun === empty) return;
    event.preventDefault();
    show({ kind: "reply", isOpen: false });
    leave(empty);
  }

  // The text field is left once its message is sent or its draft deleted, unless the writer types on meanwhile.
  const ending = useRef<Kind | null>(null);
  function onSubmit({ target, nativeEvent }: FormEvent) {
    const { submitter } = nativeEvent as SubmitEvent;
    const button = submitter instanceof HTMLButtonElement ? submitter : null;
    const isDraft = button?.name === "do" && button.value === "delete-draft";
    const ends = (button?.name !== "do" || isDraft) && !button?.hasAttribute("formaction");
    const kind = ends && KINDS.find((one) => fieldOf(one)?.form === target);
    // Sent by its button, the focus stays there. The button that deletes a draft goes.
    ending.current = kind && (isDraft || document.activeElement === fieldOf(kind)) ? kind : null;
  }
  const onInput = () => {
    ending.current = null;
  };
  const before = useRef(done);
  useEffect(() => {
    const kind = ending.current;
    if (kind && before.current[kind] !== done[kind]) {
      ending.current = null;
      leave(kind);
    }
    before.current = done;
  });

  // Text may also come from elsewhere: a draft, a restored page. A form closed by its tab stays closed.
  useEffect(() => {
    if (!box.current || isOpen) return;
    const begins = ({ target, type }: Event) => {
      const written = KINDS.find((one) => target === fieldOf(one));
      if (!written) return;
      if (type === "focusin") openNow.current(written);
      else show({ kind: written, isOpen: true });
    };
    const written = begun ?? KINDS.find((one) => fieldOf(one)?.value);
    if (written && !wasClosed.current) show({ kind: written, isOpen: true });
    return listen(box.current, { focusin: begins, input: begins });
  }, [isOpen, begun]);

  const { hash } = useLocation();
  useEffect(() => {
    const linked = KINDS.find((one) => `#${FIELDS[one]}` === hash);
    if (linked) queueMicrotask(() => openNow.current(linked)); // a render must not begin inside another
  }, [hash]);

  const { reply, note } = refused;
  useEffect(() => {
    if (reply) show({ kind: "reply", isOpen: true });
  }, [reply]);
  useEffect(() => {
    if (note) show({ kind: "note", isOpen: true });
  }, [note]);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys and events of the fields in it.
    <div
      className={["composers", isLive && "is-live", isOpen && "is-open"].filter(Boolean).join(" ")}
      ref={box}
      onKeyDown={onEscape}
      onSubmit={onSubmit}
      onInput={onInput}
    >
      <div className="composer-tabs" {...(isLive && { role: "tablist", "aria-label": say.message })}>
        {KINDS.map((one) => (
          <a
            key={one}
            id={tabId(one)}
            className={`composer-tab is-${one}${isOpen && one === kind ? " is-open" : ""}`}
            href={`#${FIELDS[one]}`}
            {...(isLive && {
              role: "tab",
              "aria-selected": one === kind,
              "aria-expanded": isOpen && one === kind,
              "aria-controls": panelId(one),
            })}
            tabIndex={isOpen && one !== kind ? -1 : 0}
            onClickCapture={(event) => onTab(event, one)}
            onKeyDown={(event) => onKey(event, one)}
            data-key={one[0]}
            data-command={TITLES[one]}
          >
            <Icon name={one} />
            {TITLES[one]}
          </a>
        ))}
      </div>
      {KINDS.map((one) => (
        <div
          key={one}
          id={panelId(one)}
          className={one === kind ? "composer-panel is-chosen" : "composer-panel"}
          {...(isLive && { role: "tabpanel", "aria-labelledby": tabId(one) })}
        >
          {panels[one]}
        </div>
      ))}
    </div>
  );
}

const tabId = (kind: Kind) => `tab-${kind}`;
const panelId = (kind: Kind) => `panel-${kind}`;
