import { type RefObject, useEffect, useId, useReducer, useRef } from "react";
import { isComposing } from "~/lib/ime-composition";
import * as say from "../writing-copy";
import { keyInList, mentionList, NO_LIST, type OpenMention, openMention, type Suggested } from "./mention-list";

/** Debounce, so that a name typed in one go is one request. */
const PAUSE_MS = 120;

/**
 * Suggestions while a name is typed after an @. Focus stays in the text: arrow keys move, Enter or Tab picks, Escape closes.
 * Without scripts, agents type the whole name.
 */
export function MentionList({ field, taskId }: { field: RefObject<HTMLElement>; taskId: number }) {
  const [list, tell] = useReducer(mentionList, NO_LIST);
  const id = useId();
  const isOpen = list.people.length > 0;
  const words = list.mention?.words ?? null;
  const current = useRef({ list, isOpen });
  current.current = { list, isOpen };

  useEffect(() => {
    if (words === null) return;
    const request = new AbortController();
    const pause = setTimeout(async () => {
      const people = await ask(taskId, words, request.signal).catch(() => []);
      if (!request.signal.aborted) tell({ type: "found", words, people });
    }, PAUSE_MS);
    return () => {
      clearTimeout(pause);
      request.abort();
    };
  }, [taskId, words]);

  useEffect(() => {
    const area = field.current?.querySelector("textarea");
    if (!area) return;
    const look = () => tell({ type: "wrote", mention: openMention(area.value, area.selectionStart) });
    const close = () => tell({ type: "wrote", mention: null });
    function onInput(event: Event) {
      // Ignore an input method's unfinished text; `compositionend` reports the result.
      if (event instanceof InputEvent && event.isComposing) close();
      else look();
    }
    function onKey(event: KeyboardEvent) {
      const { list, isOpen } = current.current;
      const meaning = isOpen && !isComposing(event) ? keyInList(event.key) : null;
      if (!meaning || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
      event.preventDefault();
      event.stopPropagation();
      const person = list.people[list.active];
      if (meaning === "next") return tell({ type: "moved", by: 1 });
      if (meaning === "previous") return tell({ type: "moved", by: -1 });
      tell({ type: "closed" }); // before the text changes, or the whole name would open it again
      if (meaning === "choose") take(area, list.mention, person);
    }
    const onMove = ({ key }: KeyboardEvent) => /^(?:ArrowLeft|ArrowRight|Home|End)$/.test(key) && look();
    if (document.activeElement === area) look(); // a name may have been started before this loaded
    const listening = new AbortController();
    const { signal } = listening;
    area.addEventListener("input", onInput, { signal });
    area.addEventListener("compositionend", look, { signal });
    area.addEventListener("click", look, { signal });
    area.addEventListener("keyup", onMove, { signal });
    area.addEventListener("keydown", onKey, { signal });
    area.addEventListener("blur", close, { signal });
    area.setAttribute("aria-autocomplete", "list");
    return () => {
      listening.abort();
      area.removeAttribute("aria-autocomplete");
    };
  }, [field]);

  useEffect(() => {
    const area = field.current?.querySelector("textarea");
    if (!area || !isOpen) return;
    area.setAttribute("aria-controls", id);
    area.setAttribute("aria-activedescendant", `${id}-${list.active}`);
    return () => {
      area.removeAttribute("aria-controls");
      area.removeAttribute("aria-activedescendant");
    };
  }, [field, id, isOpen, list.active]);

  return (
    <>
      <p className="unseen" role="status">
        {isOpen && say.mentionSuggestions(list.people.length)}
      </p>
      {isOpen && (
        <div className="mention-list" role="listbox" id={id} aria-label={say.colleagues}>
          {list.people.map((person, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: focus and keys stay in the text area.
            <div
              key={person.id}
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === list.active}
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => {
                tell({ type: "closed" });
                take(field.current?.querySelector("textarea"), list.mention, person);
              }}
            >
              {person.name} <span>{person.email}</span>
            </div>
          ))}
        </div>
      )}
    </>
  );
}

/** Inserts the name as if typed: it can be undone, and the field's listeners run. */
function take(
  area: HTMLTextAreaElement | null | undefined,
  mention: OpenMention | null,
  person: Suggested | undefined,
) {
  if (!area || !mention || !person) return;
  area.focus();
  area.setSelectionRange(mention.at, mention.at + 1 + mention.words.length);
  const text = `@${person.write} `;
  if (document.execCommand("insertText", false, text)) return;
  area.setRangeText(text, area.selectionStart, area.selectionEnd, "end");
  area.dispatchEvent(new Event("input", { bubbles: true }));
}

async function ask(taskId: number, words: string, signal: AbortSignal): Promise<readonly Suggested[]> {
  const address = `/tasks/${taskId}/mentions?${new URLSearchParams({ q: words })}`;
  const answer = await fetch(address, { signal, headers: { Accept: "application/json" } });
  return answer.ok ? ((await answer.json()) as { people: Suggested[] }).people : [];
}
