import { Button } from "~/ui/button";
import { Notice } from "~/ui/notice";
import { QueryField } from "./query-field";
import * as say from "./search-copy";
import { searchHref } from "./search-url";

export function SearchForm({ text, error, focus }: { text: string; error: ShownNotice | null; focus: boolean }) {
  return (
    <search>
      {error && (
        <div id="search-error">
          <Notice kind="error">
            <Said {...error} hrefOf={searchOf} />
          </Notice>
        </div>
      )}
      <form className="filters" action="/search">
        <QueryField
          id="search"
          label={say.search}
          name="q"
          defaultValue={text}
          autoFocus={focus}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? "search-error" : undefined}
        />
        <Button look="primary">{say.search}</Button>
      </form>
    </search>
  );
}

export type ShownNotice = { message: string; suggestion: string | null };

export const asShown = ({
  message,
  suggestion = null,
}: {
  message: string;
  suggestion?: string | null | undefined;
}): ShownNotice => ({
  message,
  suggestion,
});

type HrefOf = (query: string) => string;

const searchOf: HrefOf = (text) => searchHref({ text });

/** Notices about a query. `hrefOf` links a suggested query: to the search page, or to a list. */
export function SearchNotices({ notices, hrefOf = searchOf }: { notices: readonly ShownNotice[]; hrefOf?: HrefOf }) {
  if (notices.length === 0) return null;
  return (
    <Notice>
      {notices.map((notice) => (
        <p key={notice.message}>
          <Said {...notice} hrefOf={hrefOf} />
        </p>
      ))}
    </Notice>
  );
}

/** A message with a link to the suggested query. */
export const Said = ({ message, suggestion, hrefOf }: ShownNotice & { hrefOf: HrefOf }) => (
  <>
    {message}
    {suggestion !== null && (
      <>
        {" "}
        <a href={hrefOf(suggestion)}>{say.searchFor(<code>{suggestion}</code>)}</a>
      </>
    )}
  </>
);
