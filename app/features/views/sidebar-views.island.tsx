import { useEffect } from "react";
import { listen } from "~/lib/listen";
import { useLazyModule } from "~/ui/use-lazy-module";

const load = () => import("./sidebar-groups");

/** All views in the open sidebar, loaded when it first opens. The closed one only has the pinned views. */
export function SidebarViews() {
  const [groups, wake] = useLazyModule(load);
  useEffect(() => {
    const onToggle = () => void (document.querySelector(".sidebar-toggle[open]") && wake());
    onToggle(); // may be opened before hydration
    return listen(document, { toggle: onToggle }, { capture: true }); // toggle doesn't bubble
  }, [wake]);
  return (
    groups && (
      <div className="sidebar-views">
        <groups.SidebarGroups />
      </div>
    )
  );
}
