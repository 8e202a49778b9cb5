import { createRoot } from "react-dom/client";
import { Toaster } from "~/shell/toaster.island";
import { toast } from "~/ui/toast";

declare global {
  interface Window {
    toast: typeof toast;
  }
}

window.toast = toast;
createRoot(document.getElementById("page") as HTMLElement).render(
  <>
    <input aria-label="Before" />
    <Toaster />
    <button type="button">After</button>
  </>,
);
