import type { ChoicesProps } from "~/ui/choice-field";
import type { Offer } from "~/ui/choice-list";
import { ChoiceList, offersAt } from "~/ui/choice-list.island";
import { choose, chosenIn } from "./chosen-assignee";

/** Who may be assignee and fits what is typed, and nobody. */
export function Choices({ taskId, none, ...field }: ChoicesProps & { taskId: number | undefined; none: string }) {
  const select = () => field.box.current?.querySelector("select");

  async function ask(words: string, signal: AbortSignal): Promise<readonly Offer[] | null> {
    const query = new URLSearchParams({ q: words, ...(taskId !== undefined && { task: String(taskId) }) });
    const people = await offersAt(`/tasks/assignees?${query}`, signal);
    return people && words === "" ? [{ value: "", label: none }, ...people] : people;
  }

  return (
    <ChoiceList
      {...field}
      wordsIn={(input) => (input.value === chosenIn(select()) ? "" : input.value.trim())}
      ask={ask}
      take={(input, { value, label }) => {
        choose(select(), value, label);
        input.value = label;
        input.dispatchEvent(new Event("input")); // nothing is wrong any more
      }}
      nothing="Nobody found"
    />
  );
}
