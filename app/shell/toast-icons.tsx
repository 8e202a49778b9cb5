import type { ReactNode } from "react";
import type { ToastType } from "~/ui/toast";

/** Lines of a 24-pixel drawing, one per type; the plain toast has none. */
const DRAWINGS: Record<ToastType, ReactNode> = {
  default: null,
  success: <path d="m8 12.5 2.8 2.8L16 9.5M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18Z" />,
  error: <path d="M12 7.5v5.5m0 3.2v.3M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18Z" />,
  warning: (
    <path d="M12 9.5v4m0 3v.3M10.6 4.3 2.9 17.6A1.6 1.6 0 0 0 4.3 20h15.4a1.6 1.6 0 0 0 1.4-2.4L13.4 4.3a1.6 1.6 0 0 0-2.8 0Z" />
  ),
  info: <path d="M12 11v5.5m0-9.3v.3M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18Z" />,
  loading: <path d="M21 12a9 9 0 1 1-6-8.5" />,
};

/** The sign of a type, beside a text that says the same: hidden from screen readers. */
export function ToastIcon({ type }: { type: ToastType }) {
  const drawing = DRAWINGS[type];
  if (!drawing) return null;
  return (
    <svg className="toast-icon" data-icon={type} viewBox="0 0 24 24" aria-hidden="true">
      {drawing}
    </svg>
  );
}

export const isToastType = (name: string | undefined): name is ToastType => name !== undefined && name in DRAWINGS;
