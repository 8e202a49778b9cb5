import { TYPED_IN } from "~/ui/press";

/** A box in the window, in CSS pixels. */
type Box = Pick<DOMRect, "left" | "right" | "top" | "bottom">;

/** The edge at which toasts stack: the lower one unless it would cover what someone works on. */
export type ToastEdge = "bottom" | "top";

const overlap = (a: Box, b: Box) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/**
 * Returns the edge where the stack covers none of `kept`. It moves only when it must: it stays at `edge` if both edges
 * are clear or neither is.
 */
export function edgeFor(places: Record<ToastEdge, Box>, kept: readonly Box[], edge: ToastEdge): ToastEdge {
  const isFree = (at: ToastEdge) => kept.every((box) => !overlap(places[at], box));
  const other = edge === "bottom" ? "top" : "bottom";
  return !isFree(edge) && isFree(other) ? other : edge;
}

const CONTROLS = "a, button, input, select, textarea";

/**
 * The boxes toasts mustn't cover: the field being edited with its form's buttons, and controls of bars at the lower
 * edge.
 */
export function keptClear(list: HTMLElement, places: Record<ToastEdge, Box>): Box[] {
  const field = document.activeElement;
  const edited = field?.matches(TYPED_IN) ? [field, ...(field.closest("form")?.querySelectorAll("button") ?? [])] : [];
  const inBars = barsBelow(list, places.bottom).flatMap((bar) => [...bar.querySelectorAll(CONTROLS)]);
  return [...edited, ...inBars].map((element) => element.getBoundingClientRect());
}

/** Sticky and fixed bars below a box, such as a composer that stays in sight. */
function barsBelow(list: HTMLElement, { left, right, top, bottom }: Box): Element[] {
  const points = [left, (left + right) / 2, right].flatMap((x) => [top, (top + bottom) / 2, bottom].map((y) => [x, y]));
  const elements = points.flatMap(([x = 0, y = 0]) => document.elementsFromPoint(x, y));
  return [...new Set(elements)].filter((element) => !list.contains(element) && staysAtBottom(element));
}

function staysAtBottom(element: Element) {
  const { position, bottom } = getComputedStyle(element);
  return position === "sticky" ? bottom !== "auto" : position === "fixed";
}
