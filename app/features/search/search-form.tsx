import { Button } from "~/ui/button";
import { Notice } from "~/ui/notice";

import { QueryField } from "./query-field.island";
import { searchHref } from "./search-address";

/** The one box, with what is wrong with the query above it. */
export function SearchForm({ text, error }: { text: string; error: string | null }) {
  return (
    <search>
      {error && (
        <div id="search-error">
          <Notice kind="error">{error}</Notice>
        </div>
      )}
      <form className="filters" action="/search">
        <QueryField
          id="search"
          label="Search"
          name="q"
          defaultValue={text}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? "search-error" : undefined}
        />
        <Button look="primary">Search</Button>
      </form>
    </search>
  );
}

export type ShownNotice = { message: string; suggestion: string | null };

/** What was read differently than it may have been meant. */
export function SearchNotices({ notices }: { notices: readonly ShownNotice[] }) {
  if (notices.length === 0) return null;
  return (
    <Notice>
      {notices.map(({ message, suggestion }) => (
        <p key={message}>
          {message}
          {suggestion !== null && (
            <>
              {" "}
              <a href={searchHref({ text: suggestion })}>
                Search for <code>{suggestion}</code>
              </a>
            </>
          )}
        </p>
      ))}
    </Notice>
  );
}
