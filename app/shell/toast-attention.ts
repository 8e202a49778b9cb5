/**
 * What a person is doing with the toasts.
 *
 * over     the pointer is over the list
 * held     a pointer is held down on a toast
 * opened   expanded from the keyboard: by Alt+T, or by moving the focus into the region
 * focused  the keyboard's focus is in the region
 * hidden   nobody looks: the tab is in the background
 */
export type Attention = { over: boolean; held: boolean; opened: boolean; focused: boolean; hidden: boolean };

export type AttentionEvent =
  | "enter"
  | "leave"
  | "press"
  | "release"
  | "hotkey"
  | "focus"
  | "blur"
  | "escape"
  | "hide"
  | "show"
  | "empty";

export const NO_ATTENTION: Attention = { over: false, held: false, opened: false, focused: false, hidden: false };

const CHANGES: Record<AttentionEvent, Partial<Attention>> = {
  enter: { over: true },
  leave: { over: false },
  press: { held: true },
  release: { held: false },
  hotkey: { opened: true },
  focus: { opened: true, focused: true },
  blur: { opened: false, focused: false },
  escape: { opened: false, over: false },
  hide: { hidden: true },
  show: { hidden: false },
  empty: { over: false, held: false, opened: false, focused: false }, // what has gone sends no leave and no blur
};

export const nextAttention = (now: Attention, event: AttentionEvent): Attention => ({ ...now, ...CHANGES[event] });

/** Whether the toasts stand one above the other. With one toast or none there is nothing to expand. */
export const isExpanded = (a: Attention, toasts: number) => toasts > 1 && (a.over || a.held || a.opened);

/** Whether the toasts' time stands still. */
export const isPaused = (a: Attention) => a.over || a.held || a.opened || a.focused || a.hidden;
