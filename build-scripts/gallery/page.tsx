import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import type { Refusal } from "~/lib/refusal";
import { ToastItem } from "~/shell/toast-item";
import { AccountMenu } from "~/ui/account-menu";
import { PriorityMark, StatusMark, Tag } from "~/ui/badges";
import { Brand } from "~/ui/brand";
import { Button, ButtonLink } from "~/ui/button";
import { EmptyState } from "~/ui/empty-state";
import { CheckField, SelectField, TextArea, TextField } from "~/ui/field";
import { Icon, type IconName } from "~/ui/icon";
import { NewerVersion, Notice } from "~/ui/notice";
import { FormErrors } from "~/ui/page-form";
import { PageHeader, SectionHeader } from "~/ui/page-header";
import { Pagination } from "~/ui/pagination";
import { Avatar, Person } from "~/ui/person";
import { SearchBox } from "~/ui/search-field";
import { SendButton } from "~/ui/send-button";
import { Day, DueDay, Time } from "~/ui/time";
import type { ShownToast, ToastType } from "~/ui/toast";

const NOW = Date.UTC(2026, 2, 5, 12);
const HOUR = 3_600_000;
const ROLE = "admin";
const LONG = "Ausnahmegenehmigungsantragsformular, das keiner findet";

const refused = (name: string, typed: string): Refusal => ({
  values: { [name]: typed },
  errors: { [name]: ["Enter a title."] },
  formErrors: ["Nothing was saved."],
});

const ICONS: IconName[] = [
  ...([
    "arrow-down",
    "arrow-up",
    "bell",
    "check",
    "chevron-left",
    "chevron-right",
    "close",
    "edit",
    "error",
    "file",
    "filter",
  ] as const),
  ...(["history", "home", "info", "new", "note", "people", "person"] as const),
  ...(["picture", "reply", "search", "sign-out", "success", "tasks", "tray", "warning"] as const),
];

const TOASTS: Record<ToastType, string> = {
  default: "You are working offline.",
  success: "Task created",
  error: `That couldn't be saved. ${LONG}`,
  warning: "The desk stops in five minutes.",
  info: "Priya replied to #42.",
  loading: "Sending the file…",
};

/** A toast in the library's shape. */
const shownToast = (type: ToastType): ShownToast => ({
  ...{ id: `toast-${type}`, type: "blank", message: TOASTS[type], className: type, createdAt: NOW, pauseDuration: 0 },
  ...{ visible: true, dismissed: false, ariaProps: { role: "status", "aria-live": "polite" } },
  ...(type === "success" && { action: { label: "Undo", post: "/" } }),
});

const ALONE = { index: 0, lift: 0, scale: 1, height: null, visible: true };

type Row = { title: string; state?: string; done?: boolean };

const ROWS: Row[] = [
  { title: "Printer on the second floor prints blank pages" },
  { title: "Unread: VPN drops every few minutes", state: "unread" },
  { title: LONG },
  { title: "Done: guest Wi-Fi for Friday", done: true },
];

/** Each part of `app/ui`, keyed by file name, in all its states. */
const PARTS: Record<string, ReactNode> = {
  "page-header": (
    <>
      <PageHeader title="Tasks" lead="What it is about, in a line below the title.">
        <ButtonLink look="primary" icon="new" href="#new">
          New task
        </ButtonLink>
      </PageHeader>
      <SectionHeader title="My work">
        <a href="#all">Show all</a>
      </SectionHeader>
    </>
  ),
  brand: (
    <div className="row">
      <Brand href="#home" />
      <Brand name="IT-HELP" href="#home" />
      <Brand name={LONG} href="#home" />
    </div>
  ),
  "account-menu": <AccountMenu name="Ada Winter" role={ROLE} csrfToken="" />,
  button: (
    <>
      {(["plain", "primary", "quiet", "danger"] as const).map((look) => (
        <p className="row" key={look}>
          <Button look={look}>{look}</Button>
          <Button look={look} icon="new">
            with a sign
          </Button>
          <Button look={look} aria-busy="true">
            busy
          </Button>
          <Button look={look} disabled>
            not now
          </Button>
          <ButtonLink look={look} href="#link">
            a link
          </ButtonLink>
        </p>
      ))}
    </>
  ),
  field: (
    <div className="form">
      <TextField label="Title" name="title" required hint="One line." />
      <TextField label="Title, filled in" name="filled" defaultValue={LONG} />
      <TextField label="Title, refused" name="refused" refusal={refused("refused", LONG)} />
      <TextField label="Title, not to be changed" name="disabled" disabled defaultValue="Printer" />
      <TextArea label="Description" name="body" hint="Markdown works." />
      <TextArea label="Description, refused" name="refusedBody" refusal={refused("refusedBody", LONG)} />
      <div className="form-row">
        <SelectField label="Type" name="type" choices={[{ value: "incident", label: "Incident" }]} />
        <SelectField label="Team" name="team" none="No team" choices={[{ value: 1, label: LONG }]} />
      </div>
      <CheckField label="Confidential" name="confidential" hint="Only who works on it reads it." />
      <CheckField label="Chosen" name="chosen" defaultChecked />
    </div>
  ),
  "form-errors": <FormErrors refusal={refused("title", "")} />,
  "newer-version": (
    <NewerVersion
      refusal={{ ...refused("body", "Mine"), newer: { at: NOW, text: `Theirs. ${LONG}` } }}
      says={() => "This was changed since you opened it, so nothing was saved. It now reads:"}
      then="Save it to replace the newer one."
    />
  ),
  "send-button": (
    <div className="composer">
      <div className="buttons">
        <SendButton look="primary">Send reply</SendButton>
      </div>
    </div>
  ),
  "search-field": <SearchBox id="search-gallery" label="Search tasks" />,
  notice: (
    <div className="stack">
      <Notice>Your password is set.</Notice>
      <Notice kind="success">Saved.</Notice>
      <Notice kind="warning">Someone else changed this in the meantime.</Notice>
      <Notice kind="error">{`The title is missing. ${LONG}`}</Notice>
    </div>
  ),
  "empty-state": (
    <>
      <EmptyState title="No tasks here" action={<ButtonLink href="#new">New task</ButtonLink>}>
        No matching tasks. Remove a filter to see more.
      </EmptyState>
      <EmptyState small title="Nothing is waiting for you." />
    </>
  ),
  status: (
    <p className="row">
      <StatusMark category="new" name="New" />
      <StatusMark category="active" name="In progress" />
      <StatusMark category="waiting" name="Waiting for requester" />
      <StatusMark category="resolved" name="Resolved" />
      <StatusMark category="closed" name="Closed" />
    </p>
  ),
  priority: (
    <p className="row">
      {["Low", "Normal", "High", "Urgent"].map((name, at) => (
        <PriorityMark key={name} rank={at + 1} name={name} />
      ))}
    </p>
  ),
  person: (
    <p className="row">
      <Avatar name="Ada Winter" />
      <Person name="Ada Winter" />
      <Person name="山田太郎" />
      <Person name={LONG} />
    </p>
  ),
  tag: (
    <p className="row">
      <Tag name="network" />
      <Tag name="network/wifi" href="#tag" />
      <Tag name="a-tag-of-forty-characters-without-a-blank" />
    </p>
  ),
  time: (
    <p className="row">
      <Time at={NOW - 1000} now={NOW} />
      <Time at={NOW - 3 * HOUR} now={NOW} />
      <Time at={NOW - 400 * 24 * HOUR} now={NOW} />
      <DueDay at={NOW + 48 * HOUR} now={NOW} />
      <Day at={NOW} now={NOW} />
    </p>
  ),
  toast: (
    <div className="toaster">
      {/* Laid out in a row instead of the window's corner. */}
      <style>{".toaster ol, .toaster .toast { position: static; margin-block-end: 14px; }"}</style>
      <ol tabIndex={-1}>
        {(Object.keys(TOASTS) as ToastType[]).map((type) => (
          <ToastItem
            key={type}
            toast={shownToast(type)}
            place={ALONE}
            expanded={false}
            edge="bottom"
            onHeight={() => {}}
          />
        ))}
      </ol>
    </div>
  ),
  "table of tasks": (
    <table className="table tasks" aria-label="Tasks">
      <thead>
        <tr>
          <th scope="col">Status</th>
          <th scope="col" className="task-number" aria-sort="descending">
            <a href="#sort">Number</a>
          </th>
          <th scope="col" className="task-title">
            Task
          </th>
          <th scope="col">Assignee</th>
          <th scope="col">Updated</th>
        </tr>
      </thead>
      <tbody>
        {ROWS.map(({ title, state, done }) => (
          <tr key={title} className={done ? "is-done" : undefined}>
            <td className="task-status">
              <StatusMark category={done ? "closed" : "active"} name={done ? "Closed" : "In progress"} />
            </td>
            <td className="task-number">#42</td>
            <td className={state === "unread" ? "task-title is-unread" : "task-title"}>
              <div className="row-line">
                <span className="row-name">
                  <a className="row-link" href="#task">
                    {title}
                  </a>
                  <Tag name="network" />
                </span>
                <span className="row-note">waiting 5 days</span>
              </div>
            </td>
            <td className="task-person">Ada Winter</td>
            <td className="task-time">
              <Time at={NOW - HOUR} now={NOW} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  ),
  pagination: <Pagination previous="#previous" next="#next" />,
  icon: (
    <ul className="row">
      {ICONS.map((name) => (
        <li className="row" key={name}>
          <Icon name={name} /> {name}
        </li>
      ))}
    </ul>
  ),
};

/** The parts shown, for the test that compares them with `app/ui`. */
export const SHOWN = Object.keys(PARTS);

export const THEMES = { system: "light dark", light: "light", dark: "dark" } as const;
export type Theme = keyof typeof THEMES;

/** Renders the gallery in one theme. `sheet` is the URL of the style sheet. */
export function galleryPage(theme: Theme, sheet: string): string {
  const page = (
    <html lang="en" data-theme={theme}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content={THEMES[theme]} />
        <title>Gallery</title>
        <link rel="stylesheet" href={sheet} />
      </head>
      <body>
        <main className="content stack">
          <PageHeader title="Gallery" lead="Each part of app/ui in its states, as the style sheet draws it now.">
            <nav className="row" aria-label="Theme">
              {Object.keys(THEMES).map((name) => (
                <a key={name} href={`/?theme=${name}`} aria-current={name === theme ? "true" : undefined}>
                  {name}
                </a>
              ))}
            </nav>
          </PageHeader>
          {Object.entries(PARTS).map(([name, part]) => (
            <section key={name} aria-label={`Gallery of ${name}`}>
              <SectionHeader title={name} />
              {part}
            </section>
          ))}
        </main>
      </body>
    </html>
  );
  return `<!DOCTYPE html>${renderToStaticMarkup(page)}`;
}
