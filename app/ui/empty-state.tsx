import type { ReactNode } from "react";
import { Icon, type IconName } from "./icon";

/**
 * An empty state: `title` names what's missing, `children` says why and what to do, `action` is the link or button for
 * it. `small` is for one section of a page that has other content.
 */
export function EmptyState({
  title,
  icon = "tray",
  small,
  action,
  children,
}: {
  title: string;
  icon?: IconName;
  small?: boolean;
  action?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <div className={small ? "empty empty-small" : "empty"}>
      {!small && <Icon name={icon} />}
      <p className="empty-title">{title}</p>
      {children && <p>{children}</p>}
      {action && <div className="buttons">{action}</div>}
    </div>
  );
}
