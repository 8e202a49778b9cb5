import sprite from "./icons.svg";

export type IconName =
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
  | "install"
  | "menu"
  | "new"
  | "note"
  | "offline"
  | "people"
  | "person"
  | "picture"
  | "reply"
  | "search"
  | "sign-out"
  | "spinner"
  | "success"
  | "tasks"
  | "tray"
  | "warning";

/** A drawing from icons.svg, the one file all of them share. Says nothing to a screen reader: a word stands beside it. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg className={name === "spinner" ? "icon icon-spinner" : "icon"} aria-hidden="true">
      <use href={`${sprite}#${name}`} />
    </svg>
  );
}
