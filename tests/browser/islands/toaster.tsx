import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import { Toaster } from "~/shell/toaster.island";
import { wantStack } from "~/ui/load-toast-stack";
import { toast } from "~/ui/toast";

declare global {
  interface Window {
    toast: typeof toast;
  }
}

window.toast = toast;
wantStack();
// Renders synchronously, effects included: the island is ready as soon as the page is.
flushSync(() =>
  createRoot(document.getElementById("page") as HTMLElement).render(
    <>
      <input aria-label="Before" />
      <Toaster />
      <button type="button">After</button>
    </>,
  ),
);
