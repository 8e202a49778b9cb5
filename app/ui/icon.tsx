import sprite from "./icons.svg";

export type IconName =
  | "arrow-down"
  | "arrow-up"
  | "bell"
  | "check"
  | "chevron-left"
  | "chevron-right"
  | "close"
  | "edit"
  | "error"
  | "file"
  | "filter"
  | "history"
  | "home"
  | "info"
  | "more"
  | "new"
  | "note"
  | "people"
  | "person"
  | "picture"
  | "reply"
  | "search"
  | "sign-out"
  | "success"
  | "tasks"
  | "tray"
  | "warning";

/** An icon from the icons.svg sprite. Hidden from screen readers: it always has a label beside it. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg className="icon" aria-hidden="true">
      <use href={`${sprite}#${name}`} />
    </svg>
  );
}
