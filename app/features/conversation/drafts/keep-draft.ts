import { readCopy, type TextCopy, writeCopy } from "~/lib/browser-drafts";
import { readTyped, requestKeyOf, writeTyped } from "./draft-form";
import { type Draft, type DraftPlace, placeName, textField } from "./draft-place";
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

/** How long after the last key, and how long at most while somebody goes on typing. Source: domain B12. */
const PAUSE_MS = 1_500;
const LONGEST_MS = 15_000;

/** About as much as browsers send of a page that is being left: 64 KiB in all. */
const KEEPALIVE_CHARACTERS = 20_000;

/** Keys of the forms this tab has sent: the text of one that has gone from the page has arrived. */
const sentKeys = new Set<string>();

/** News that changes no text: after signing out, a page that is being left must not keep anything anew. */
const QUIET = new Set<SyncEvent["type"]>(["began", "troubled", "ended"]);

type Kept = { person: number; place: DraftPlace; draft: Draft | null };

/** What the island can tell the keeper. */
export type DraftKeeper = {
  tell: (event: SyncEvent) => void;
  /** Takes the offered text; what stood in the form is offered instead. */
  take: () => void;
  /** The page has an answer to what was sent. */
  answered: () => void;
  /**
   * A draft of this place was deleted, or is back. Answers whether the form is to begin anew with what the page has: it
   * asked for the deletion, or nothing stands in it. Nothing of it is kept then.
   */
  beginsAnew: (isBack: boolean) => boolean;
  stop: () => void;
};

/**
 * Keeps what is typed in a form: in this browser at every key, on the server in every pause, when the form or the page is
 * left, and at least every 15 seconds. `show` is told whatever changes.
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
  // What was typed before the scripts came is not what the page came with.
  let state = { ...startSync({ ...begun, body: text?.defaultValue ?? "" }, draft?.updatedAt ?? null), typed: begun };
  // A text that another form may have sent already, until the server has said so or not: it stays under the key of that form.
  let doubtful: TextCopy | null = null;
  const keyOf = (typed: Typed) => (doubtful && same(doubtful, typed) ? doubtful.requestKey : ownKey());
  let writing = false;
  let sent: "nothing" | "message" | "deletion" = "nothing";
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
    const typed = readTyped(form, kind); // as the form has it: fields may have gone since
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
    else tell(wasSent ? { type: "saved", known, at: Date.now() } : news); // what is typed meanwhile is another text
  }

  /** What stands in the form turned out to be sent. */
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

  /** What became of a saving, as news. */
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
      if (why === "sent") return { type: "ended" };
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
    if (sent === "message") sentKeys.add(ownKey());
    restorable(false);
    tell({ type: "ended" });
  }
  /** Whether the browser, on its way back to this page, is to fill in what stood here. */
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
  /** What this browser kept of an earlier page: sent meanwhile, saved now, or offered beside what the server has. */
  async function lookForCopy() {
    const copy = readCopy(person, name);
    if (!copy) return;
    if (same(copy, state.typed)) {
      // Typed on this page before its keeper came: a title, a choice, a tag that the server has not got either.
      if (copy.requestKey === ownKey()) state = { ...state, kept: { ...state.kept, fields: {} } };
      // Of an earlier page: browsers put what stood there back into the form.
      else doubtful = copy;
      remember();
      return plan();
    }
    if (isBlank(copy) || (sentKeys.has(copy.requestKey) && copy.requestKey !== ownKey())) return remember();
    const news = await send({ ...copy, revision: copy.revision + 1 });
    if (news.type === "ended") return remember();
    if (news.type === "troubled" && copy.requestKey !== ownKey()) doubtful = copy;
    const isSaved = news.type === "saved"; // which the server refuses to what does not follow from what it has
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
    answered() {
      if (sent === "nothing") return;
      sent = "nothing";
      restorable(true);
      tell({ type: "resumed" });
    },
    beginsAnew(isBack) {
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
