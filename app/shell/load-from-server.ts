import { leaveUnasked } from "./leave-guard";
import { mayReload } from "./reload-guard";
import { keepSidebar } from "./sidebar";

/** Loads a page of this site as a document, unless that was done within ten seconds. Whether it does. */
export function loadFromServer(path: string) {
  if (!mayReload(path, Date.now())) return false;
  leaveUnasked(); // there is nothing to lose, or whoever goes on has been asked
  keepSidebar(document.querySelector(".sidebar-toggle[open]") !== null);
  if (path === location.pathname + location.search + location.hash) location.reload();
  else location.assign(path);
  return true;
}
