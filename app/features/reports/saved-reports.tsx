import * as say from "./reports-copy";
import { edit, editNamed } from "./saved-reports-copy";

type Saved = { id: number; name: string; href: string; who: string; mayChange: boolean };

export const SavedReports = ({ saved }: { saved: readonly Saved[] }) => (
  <section aria-labelledby="saved-reports">
    <h2 id="saved-reports">{say.savedReports}</h2>
    <ul className="report-saved">
      {saved.map(({ id, name, href, who, mayChange }) => (
        <li key={id}>
          <a href={href}>{name}</a> <span className="hint">{who}</span>{" "}
          {mayChange && (
            <a href={`/reports/${id}`} aria-label={editNamed(name)}>
              {edit}
            </a>
          )}
        </li>
      ))}
    </ul>
  </section>
);
