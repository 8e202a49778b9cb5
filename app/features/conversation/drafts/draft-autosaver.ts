import { readCopy, type TextCopy, writeCopy } from "~/lib/browser-drafts";
import { dismissToast, UNSENT } from "~/ui/lazy-toasts";
import { readTyped, requestKeyOf, writeTyped } from "./draft-form";
import {
  isBlank,
  isUnkept,
  needsSaving,
  nextSync,
  type SyncEvent,
  type SyncState,
  same,
  startSync,
  type Trouble,
  type Typed,
} from "./draft-sync";
import { type Draft, type DraftPlace, placeName, textField } from "./drafts";

/** Debounce after the last key, and the longest wait while typing goes on. Source: domain B12. */
const PAUSE_MS = 1_500;
const LONGEST_MS = 15_000;

/** About as much as browsers send from a page being left: 64 KiB in all. */
const KEEPALIVE_CHARACTERS = 20_000;

/** Request keys of forms sent from this tab. Once such a form has left the page, its text has arrived. */
const sentKeys = new Set<string>();

/** Events that change no text. After sign-out, a page being left must not write a new copy. */
const QUIET = new Set<SyncEvent["type"]>(["began", "troubled", "ended"]);

type Kept = { person: number; place: DraftPlace; draft: Draft | null };

export type DraftKeeper = {
  tell: (event: SyncEvent) => void;
  /** Swaps in the offered text; the form's text becomes the offer. */
  take: () => void;
  /** Call when the page starts and finishes loading. Once a submit's own load finishes, its response has arrived. */
  loading: (busy: boolean) => void;
  /**
   * Call when a draft of this place was deleted or restored. Returns whether the form should reset to the page's data: it asked
   * for the deletion, or it is empty. Its copy in this browser is then cleared.
   */
  shouldReset: (isBack: boolean) => boolean;
  stop: () => void;
};

/**
 * Saves a form while it is typed in: in this browser on every key, and on the server after each pause, on leaving the form
 * or page, and at least every 15 seconds. `show` gets every state change.
 */
export function keepDraft(
  form: HTMLFormElement,
  { person, place, draft }: Kept,
  show: (state: SyncState) => void,
): DraftKeeper {
  const { kind } = place;
  const name = placeName(place);
  const ownKey = () => requestKeyOf(form);
  const begun = readTyped(form, kind);
  const text = form.elements.namedItem(textField(kind)) as HTMLTextAreaElement | null;
  // Text typed before scripts loaded differs from what the page came with.
  let state = { ...startSync({ ...begun, body: text?.defaultValue ?? "" }, draft?.updatedAt ?? null), typed: begun };
  // A text that another form may have sent. Keeps that form's key until the server confirms or denies it.
  let doubtful: TextCopy | null = null;
  const keyOf = (typed: Typed) => (doubtful && same(doubtful, typed) ? doubtful.requestKey : ownKey());
  let writing = false;
  let sent: "nothing" | "message" | "deletion" = "nothing";
  let underWay = false; // an earlier load may finish right after the submit
  let pause: ReturnType<typeof setTimeout> | undefined;
  let longest: ReturnType<typeof setTimeout> | undefined;

  function tell(event: SyncEvent) {
    const before = state;
    state = nextSync(state, event);
    if (event.type !== "typed" && state.typed !== before.typed) write();
    if (state !== before) show(state);
    if (!QUIET.has(event.type)) remember();
    plan();
  }

  function write() {
    writing = true;
    writeTyped(form, kind, state.typed);
    writing = false;
    const typed = readTyped(form, kind); // read again: fields may have disappeared
    state = { ...state, typed, kept: same(state.kept, state.typed) ? typed : state.kept };
  }

  function remember() {
    const { typed, revision, known } = state;
    writeCopy(
      person,
      name,
      isUnkept(state) ? { ...typed, requestKey: keyOf(typed), revision, known, at: Date.now() } : null,
    );
  }

  function plan() {
    clearTimeout(pause);
    if (!needsSaving(state)) return;
    pause = setTimeout(() => void save(), state.trouble ? LONGEST_MS : PAUSE_MS);
    longest ??= setTimeout(() => void save(), LONGEST_MS);
  }

  async function save(leaving = false) {
    clearTimeout(pause);
    clearTimeout(longest);
    longest = undefined;
    if (!needsSaving(state)) return;
    const { typed, known, revision } = state;
    tell({ type: "began" });
    const news = await send({ ...typed, requestKey: keyOf(typed), known, revision: revision + 1, at: 0 }, leaving);
    const wasSent = news.type === "ended" && keyOf(typed) !== ownKey();
    if (news.type !== "troubled") doubtful = null;
    if (wasSent && same(state.typed, typed)) empty();
    else tell(wasSent ? { type: "saved", known, at: Date.now() } : news); // text typed since is a new draft
  }

  /** Clears the form after its text turned out to be sent. */
  function empty() {
    const nothing = { ...state.typed, body: "" };
    state = {
      ...state,
      typed: nothing,
      kept: nothing,
      known: null,
      saving: null,
      savedAt: null,
      trouble: null,
      offer: null,
    };
    write();
    tell({ type: "dropped" });
  }

  /** Posts a copy to the server and returns the outcome. */
  async function send(copy: TextCopy, leaving = false): Promise<SyncEvent> {
    const fields: [string, string][] = [
      ...Object.entries(copy.fields),
      [textField(kind), copy.body],
      ["place", name],
      ["person", String(person)],
      ["requestKey", copy.requestKey],
      ["revision", String(copy.revision)],
      ["draft", String(copy.known ?? "")],
    ];
    try {
      const keepalive = leaving && copy.body.length < KEEPALIVE_CHARACTERS;
      const answer = await fetch("/api/drafts", { method: "POST", body: new URLSearchParams(fields), keepalive });
      const { draft, why } = (await answer.json()) as { draft?: Draft | null; why?: string };
      if (answer.ok) return { type: "saved", known: draft?.updatedAt ?? null, at: Date.now() };
      if (why === "newer" && draft) return { type: "newer", draft };
      if (why === "sent") {
        dismissToast(UNSENT);
        return { type: "ended" };
      }
      const isSaid = why === "too_long" || why === "not_yours" || why === "deleted";
      return { type: "troubled", why: isSaid ? why : troubleOf(answer.status) };
    } catch {
      return { type: "troubled", why: "offline" };
    }
  }

  const onInput = () => {
    if (!writing) tell({ type: "typed", typed: readTyped(form, kind) });
  };
  const onBlur = () => void save();
  const onLeave = () => void (document.visibilityState === "hidden" && save(true));
  const onPageHide = () => void save(true);
  const onOnline = () => void save();
  function onSubmit({ submitter }: SubmitEvent) {
    const { name: button = "", value: what = "" } = (submitter as HTMLButtonElement | null) ?? {};
    if (button === "do" && what !== "delete-draft") return;
    sent = button === "do" ? "deletion" : "message";
    underWay = false;
    if (sent === "message") sentKeys.add(ownKey());
    restorable(false);
    tell({ type: "ended" });
  }
  /** Whether the browser refills the form when the viewer comes back to this page. */
  const restorable = (may: boolean) => form.setAttribute("autocomplete", may ? "on" : "off");
  const listening = new AbortController();
  const { signal } = listening;
  form.addEventListener("input", onInput, { signal });
  form.addEventListener("change", onInput, { signal });
  form.addEventListener("focusout", onBlur, { signal });
  form.addEventListener("submit", onSubmit, { signal });
  document.addEventListener("visibilitychange", onLeave, { signal });
  window.addEventListener("pagehide", onPageHide, { signal });
  window.addEventListener("online", onOnline, { signal });

  plan();
  void lookForCopy();
  /** Handles this browser's copy from an earlier page: drops it if sent, saves it, or offers it beside the server's text. */
  async function lookForCopy() {
    const copy = readCopy(person, name);
    if (!copy) return;
    if (same(copy, state.typed)) {
      // Typed on this page before the keeper loaded: the server has no title, choices or tags from it yet.
      if (copy.requestKey === ownKey()) state = { ...state, kept: { ...state.kept, fields: {} } };
      // From an earlier page: browsers refill its text into the form.
      else doubtful = copy;
      remember();
      return plan();
    }
    const hasArrived = sentKeys.has(copy.requestKey) && copy.requestKey !== ownKey();
    if (hasArrived) dismissToast(UNSENT);
    if (isBlank(copy) || hasArrived) return remember();
    const news = await send({ ...copy, revision: copy.revision + 1 });
    if (news.type === "ended") return remember();
    if (news.type === "troubled" && copy.requestKey !== ownKey()) doubtful = copy;
    const isSaved = news.type === "saved"; // the server saves only a copy based on its own version
    tell({ type: "found", copy, follows: isSaved });
    if (!isSaved) return;
    if (same(state.typed, copy)) {
      state = { ...state, saving: state.typed };
      tell(news);
    } else state = { ...state, known: news.known };
  }

  return {
    tell,
    take: () => tell({ type: "took" }),
    loading(busy) {
      if (busy) underWay = true;
      if (busy || !underWay || sent === "nothing") return;
      sent = "nothing";
      restorable(true);
      tell({ type: "resumed" });
    },
    shouldReset(isBack) {
      if (sent !== "deletion" && !(isBack && isBlank(state.typed))) return false;
      state = { ...state, kept: state.typed, offer: null };
      remember();
      return true;
    },
    stop() {
      void save(true);
      clearTimeout(pause);
      clearTimeout(longest);
      listening.abort();
    },
  };
}

const troubleOf = (status: number): Trouble => (status === 401 ? "signed_out" : status === 404 ? "gone" : "offline");
