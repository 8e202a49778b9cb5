import type { ReactNode } from "react";
import { Icon } from "./icon";

/** A sentence that stays on the page, where a toast would be gone too soon. An error speaks up at once. */
export function Notice({
  kind = "info",
  children,
}: {
  kind?: "info" | "success" | "warning" | "error";
  children: ReactNode;
}) {
  return (
    <div className={`notice notice-${kind}`} role={kind === "error" ? "alert" : "status"}>
      <Icon name={kind} />
      <div>{children}</div>
    </div>
  );
}
