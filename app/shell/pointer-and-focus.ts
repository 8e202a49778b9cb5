import { listen } from "~/lib/listen";

/** How long a lifted finger still counts as pointing. Milliseconds. */
const FINGER_MS = 5_000;

type Pointer = { x: number; y: number; until: number };

export function followPointer() {
  let pointer: Pointer | null = null;
  const onMove = ({ clientX: x, clientY: y, pointerType }: PointerEvent) => {
    pointer = { x, y, until: pointerType === "mouse" ? Number.POSITIVE_INFINITY : Date.now() + FINGER_MS };
  };
  const onLeave = () => {
    pointer = null;
  };
  const endMoves = listen(document, { pointermove: onMove, pointerdown: onMove }, { passive: true, capture: true });
  const endLeaving = listen(document.documentElement, { pointerleave: onLeave });
  return {
    end() {
      endMoves();
      endLeaving();
    },
    target(): Element | null {
      if (!pointer || pointer.until < Date.now()) return null;
      return document.elementFromPoint(pointer.x, pointer.y)?.closest("#content *") ?? null;
    },
  };
}

/** Checks whether the user is busy with these tables: focus, checked row, text selection, or pointing at or below them. */
export function isAt(tables: readonly Element[], pointed: Element | null): boolean {
  const [first] = tables;
  if (!first) return false;
  const isIn = (node: Node | null) => node !== null && tables.some((table) => table.contains(node));
  const selection = getSelection();
  const isBelow = (element: Element) =>
    (first.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  return (
    isIn(document.activeElement) ||
    (selection !== null && !selection.isCollapsed && (isIn(selection.anchorNode) || isIn(selection.focusNode))) ||
    tables.some((table) => table.querySelector("tbody [name=id]:checked") !== null) ||
    (pointed !== null && (isIn(pointed) || isBelow(pointed)))
  );
}

/**
 * Records the scroll position, and the screen position of the focused field, else of the element under the pointer. Returns
 * a function that restores both after the page changes.
 */
export function holdView(pointed: Element | null): () => void {
  const content = document.getElementById("content");
  const { activeElement } = document;
  const focused = activeElement !== content && content?.contains(activeElement) ? activeElement : null;
  const element = [focused, pointed].find((one) => one && isInSight(one));
  const place = () => (element?.isConnected ? element.getBoundingClientRect().top + scrollY : null);
  const [scrolled, before] = [scrollY, place()];
  return () => {
    const { style } = document.documentElement;
    style.overflowAnchor = "none"; // or the browser corrects it a second time
    const now = place();
    const top = scrolled + (now === null || before === null ? 0 : now - before);
    if (top !== scrollY) scrollTo({ top, behavior: "instant" });
    requestAnimationFrame(() => style.removeProperty("overflow-anchor"));
  };
}

function isInSight(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return bottom > 0 && top < innerHeight;
}
