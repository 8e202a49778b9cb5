import { fieldsOf, isUnsaved } from "~/ui/unsaved-input";

/**
 * Keeps the buttons of a long form in sight while something in it is changed and their place (`.task-save`) is out of sight,
 * or where toasts come up: `data-floats` there, `data-save-floats` on the page. What somebody is at stays in sight, too:
 * `scroll-padding` knows of them. Answers what ends it.
 */
export function keepInSight(place: HTMLElement): (() => void) | undefined {
  const form = place.closest("form");
  if (!form) return;
  const page = document.documentElement;
  let inPlace = true;
  const look = () => {
    const floats = !inPlace && fieldsOf([form]).some(isUnsaved);
    if (floats === place.hasAttribute("data-floats")) return;
    if (place.matches(":hover, :active")) return; // a press would be lost: `pointerleave` looks again
    place.toggleAttribute("data-floats", floats);
    page.toggleAttribute("data-save-floats", floats);
    const at = document.activeElement;
    if (floats && form.contains(at) && !place.contains(at)) at?.scrollIntoView({ block: "nearest" });
  };
  // After the page has drawn it: what a field begins with follows the task.
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
