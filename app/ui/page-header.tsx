import { type ReactNode, useState } from "react";
import { Icon } from "./icon";
import * as say from "./ui-copy";

/** The page above this one, such as a list. */
export type PageAbove = { href: string; label: string };

export const SETTINGS: PageAbove = { href: "/settings", label: say.settings };

type Props = { title: ReactNode; up?: PageAbove | undefined; lead?: ReactNode; children?: ReactNode };

/**
 * The page title (h1), with actions beside it and an optional lead below. `up`: on pages below another, a link to that one;
 * pages of the sidebar and the account menu have none.
 */
export function PageHeader({ title, up, lead, children }: Props) {
  return (
    <header className="page-header">
      {up && (
        <p className="page-up">
          <a href={up.href}>
            <Icon name="chevron-left" />
            {up.label}
          </a>
        </p>
      )}
      <h1>{title}</h1>
      {children && <div className="buttons">{children}</div>}
      {lead && <p className="page-lead">{lead}</p>}
    </header>
  );
}

/** A section heading (h2), with a short text or link at the other end. */
export function SectionHeader({ title, id, children }: { title: string; id?: string; children?: ReactNode }) {
  return (
    <div className="section-header">
      <h2 id={id}>{title}</h2>
      {children}
    </div>
  );
}

type FoldedProps = {
  title: string;
  id: string;
  /** The number of items, such as "14 changes"; absent when it's empty. */
  count?: ReactNode;
  /** Opens it, such as for a refused form inside. Later the user decides. */
  opens?: boolean;
  className?: string;
  children: ReactNode;
};

/** A section collapsed behind its heading and count. Links to its `id` and commands inside it open it. */
export function FoldedSection({ title, id, count, opens = false, className, children }: FoldedProps) {
  const [isOpen, setOpen] = useState(opens);
  return (
    <section className={className} aria-labelledby={`${id}-title`}>
      <details
        className="fold"
        data-reveals=""
        open={isOpen || opens}
        onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      >
        <summary>
          <h2 id={`${id}-title`}>{title}</h2> {count && <span className="fold-count">{count}</span>}
        </summary>
        <div className="fold-content" id={id}>
          {children}
        </div>
      </details>
    </section>
  );
}
