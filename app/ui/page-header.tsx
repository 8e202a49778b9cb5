import type { ReactNode } from "react";

/** The page's title, heading level 1; beside it what can be done here, under it a sentence if one is needed. */
export function PageHeader({ title, lead, children }: { title: ReactNode; lead?: ReactNode; children?: ReactNode }) {
  return (
    <header className="page-header">
      <h1>{title}</h1>
      {children && <div className="buttons">{children}</div>}
      {lead && <p className="page-lead">{lead}</p>}
    </header>
  );
}

/** A heading level 2 over a part of the page, a few words or a link at its other end. */
export function SectionHeader({ title, id, children }: { title: string; id?: string; children?: ReactNode }) {
  return (
    <div className="section-header">
      <h2 id={id}>{title}</h2>
      {children}
    </div>
  );
}
