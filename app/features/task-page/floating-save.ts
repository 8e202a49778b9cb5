import { fieldsOf, isUnsaved } from "~/ui/unsaved-input";

/**
 * Floats a long form's buttons while it has unsaved changes and their place (`.task-save`) is off screen or where toasts
 * appear. Sets `data-floats` there and `data-save-floats` on the page; `scroll-padding` keeps the focused field visible.
 * Returns the cleanup function.
 */
export function floatWhileUnsaved(place: HTMLElement): (() => void) | undefined {
  const form = place.closest("form");
  if (!form) return;
  const page = document.documentElement;
  let inPlace = true;
  const look = () => {
    const floats = !inPlace && fieldsOf([form]).some(isUnsaved);
    if (floats === place.hasAttribute("data-floats")) return;
    if (place.matches(":hover, :active")) return; // moving the button now would lose the click; `pointerleave` looks again
    place.toggleAttribute("data-floats", floats);
    page.toggleAttribute("data-save-floats", floats);
    const at = document.activeElement;
    if (floats && form.contains(at) && !place.contains(at)) at?.scrollIntoView({ block: "nearest" });
  };
  // Wait for the next frame: React first updates the fields' initial values.
  const changed = () => requestAnimationFrame(look);
  const rem = Number.parseFloat(getComputedStyle(page).fontSize);
  const toastRoom = Number.parseFloat(getComputedStyle(place).getPropertyValue("--toast-room")) * rem;
  const observer = new IntersectionObserver(
    ([seen]) => {
      inPlace = seen?.isIntersecting ?? true;
      look();
    },
    { rootMargin: `0px 0px -${toastRoom}px 0px`, threshold: 0.9 },
  );
  observer.observe(place);
  form.addEventListener("input", changed);
  form.addEventListener("change", changed);
  place.addEventListener("pointerleave", changed);
  return () => {
    page.removeAttribute("data-save-floats");
    observer.disconnect();
    form.removeEventListener("input", changed);
    form.removeEventListener("change", changed);
    place.removeEventListener("pointerleave", changed);
  };
}
