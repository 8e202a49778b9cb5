import { useEffect, useId, useState } from "react";
import { isComposing } from "~/lib/ime-composition";
import { Button } from "~/ui/button";
import type { ChoicesProps } from "~/ui/choice-field";
import type { Offer } from "~/ui/choice-list";
import { ChoiceList, offersAt } from "~/ui/choice-list.island";
import { chosenIn } from "./chosen-in";
import * as say from "./people-copy";

/* The select holds the field's value, even while a text input replaces it on screen. */

/** Selects a value and adds a missing option: the select may predate a person suggested now. */
export function choose(select: HTMLSelectElement | null | undefined, value: string, label: string) {
  if (!select || select.value === value) return;
  if (![...select.options].some((option) => option.value === value)) select.add(new Option(label, value));
  select.value = value;
  select.dispatchEvent(new Event("change", { bubbles: true }));
}

type Props = ChoicesProps & { taskId: number | undefined; none: string };

/** Suggests assignees, or no one, for the typed text, and handles text that matches none. */
export function Choices({ taskId, none, ...field }: Props) {
  const select = () => field.box.current?.querySelector("select");

  async function ask(words: string, signal: AbortSignal): Promise<readonly Offer[] | null> {
    const query = new URLSearchParams({ q: words, ...(taskId !== undefined && { task: String(taskId) }) });
    const people = await offersAt(`/tasks/assignees?${query}`, signal);
    return people && words === "" ? [{ value: "", label: none }, ...people] : people;
  }

  return (
    <>
      <ChoiceList
        {...field}
        wordsIn={(input) => (input.value === chosenIn(select()) ? "" : input.value.trim())}
        ask={ask}
        take={(input, { value, label }) => {
          choose(select(), value, label);
          put(input, label);
        }}
        nothing={say.noPeopleFound}
      />
      <Unchosen box={field.box} none={none} />
    </>
  );
}

/** Sets the text and fires an input event, so that listeners update. */
function put(input: HTMLInputElement, text: string) {
  input.value = text;
  input.dispatchEvent(new Event("input"));
}

/** Reports text that matches no person and offers to keep the previous choice. */
function Unchosen({ box, none }: Pick<Props, "box" | "none">) {
  const id = useId();
  const [unchosen, setUnchosen] = useState<{ typed: string; chosen: string } | null>(null);

  useEffect(() => {
    const [input, select] = [box.current?.querySelector("input"), box.current?.querySelector("select")];
    if (!input || !select) return;
    const accept = () => setUnchosen(null);
    const leave = () => {
      const typed = input.value.trim();
      if (typed === "") choose(select, "", none);
      const chosen = chosenIn(select);
      if (typed === "" || typed === chosen) put(input, chosen);
      else setUnchosen({ typed, chosen });
    };
    // Typed text isn't a choice yet, so Enter doesn't submit the form.
    const wait = (event: KeyboardEvent) => {
      if (isComposing(event)) return;
      const typed = input.value.trim();
      if (event.key === "Enter" && typed !== "" && input.value !== chosenIn(select)) event.preventDefault();
      if (event.key === "Enter" && typed === "") choose(select, "", none);
      if (event.key === "Escape") put(input, chosenIn(select));
    };
    if (document.activeElement !== input) leave();
    const listening = new AbortController();
    const { signal } = listening;
    input.addEventListener("input", accept, { signal });
    input.addEventListener("blur", leave, { signal });
    input.addEventListener("keydown", wait, { signal });
    return () => listening.abort();
  }, [box, none]);

  useEffect(() => {
    const input = box.current?.querySelector("input");
    if (!input || !unchosen) return;
    input.setAttribute("aria-invalid", "true");
    input.setAttribute("aria-describedby", id);
    return () => {
      input.removeAttribute("aria-invalid");
      input.removeAttribute("aria-describedby");
    };
  }, [box, id, unchosen]);

  function keep() {
    const input = box.current?.querySelector("input");
    if (!input || !unchosen) return;
    put(input, unchosen.chosen);
    input.focus();
  }

  return (
    <>
      <p className={unchosen ? "field-error" : "unseen"} id={id} role="status">
        {unchosen && say.notChosenFromList(unchosen.typed)}
      </p>
      {unchosen && (
        <Button type="button" onClick={keep}>
          {say.keepChosen(unchosen.chosen)}
        </Button>
      )}
    </>
  );
}
