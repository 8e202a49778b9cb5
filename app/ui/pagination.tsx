import { Icon } from "./icon";
import * as say from "./ui-copy";

/** Previous and next links of a cursor-paged list; null at an end. No counts. */
export function Pagination({ previous = null, next = null }: { previous?: string | null; next?: string | null }) {
  if (!previous && !next) return null;
  return (
    <nav className="pagination" aria-label={say.pages}>
      {previous && (
        <a className="button" rel="prev" href={previous}>
          <Icon name="chevron-left" />
          {say.previousPage}
        </a>
      )}
      {next && (
        <a className="button" rel="next" href={next}>
          {say.nextPage}
          <Icon name="chevron-right" />
        </a>
      )}
    </nav>
  );
}
