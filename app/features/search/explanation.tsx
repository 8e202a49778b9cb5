import { Button } from "~/ui/button";
import { TextField } from "~/ui/field";
import { Icon } from "~/ui/icon";
import { Notice } from "~/ui/notice";
import { SearchBox } from "~/ui/search-field";
import type { Explained } from "./explain-task.server";
import * as terms from "./search-copy";
import * as say from "./search-pages-copy";

export function ExplanationForm({ text, task, error }: { text: string; task: string; error: string | null }) {
  return (
    <search>
      {error && (
        <div id="search-error">
          <Notice kind="error">{error}</Notice>
        </div>
      )}
      <form className="filters" action="/search/explanation">
        <SearchBox
          id="search"
          label={terms.search}
          name="q"
          defaultValue={text}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          aria-describedby={error ? "search-error" : undefined}
        />
        <TextField label={say.taskNumber} name="task" defaultValue={task} inputMode="numeric" maxLength={20} required />
        <Button look="primary">{say.explain}</Button>
      </form>
    </search>
  );
}

/** The query as a list of parts: whether the task meets each, and the task's value. */
export function ExplainedParts({ parts }: { parts: Explained }) {
  return (
    <ul className="explanation">
      <Parts parts={parts.kind === "and" ? parts.items : [parts]} />
    </ul>
  );
}

// biome-ignore lint/suspicious/noArrayIndexKey: the same words may appear twice, and parts never reorder.
const Parts = ({ parts }: { parts: Explained[] }) => parts.map((part, index) => <Part key={index} part={part} />);

const GROUPS = { and: say.allOfThese, or: say.anyOfThese, not: say.noneOfThese };

function Part({ part }: { part: Explained }) {
  return (
    <li>
      <ExplanationMark matches={part.matches} />
      <div>
        {part.kind === "term" ? (
          <>
            <code>{part.typed}</code> <span>{part.why}</span>
          </>
        ) : (
          <>
            <span>{GROUPS[part.kind]}</span>
            <ul className="explanation">
              <Parts parts={part.items} />
            </ul>
          </>
        )}
      </div>
    </li>
  );
}

/** Check or cross; a dash for null, when nothing is asked. */
export function ExplanationMark({ matches }: { matches: boolean | null }) {
  if (matches === null) return <span className="explanation-mark">–</span>;
  return (
    <span className={matches ? "explanation-mark is-met" : "explanation-mark is-unmet"}>
      <Icon name={matches ? "check" : "close"} />
      <span className="unseen">{matches ? say.yes : say.no}</span>
    </span>
  );
}
