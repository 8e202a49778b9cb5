import { useState } from "react";
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import { InstallPrompt } from "~/shell/install-prompt.island";
import { Layers } from "~/shell/layers.island";
import { Ripple } from "~/shell/ripple.island";
import { SearchHotkey } from "~/shell/search-hotkey.island";
import { useLayer } from "~/ui/layers";
import { SearchField } from "~/ui/search-field";

function Page() {
  const [fields, setFields] = useState<string[]>([]);
  const [overlay, setOverlay] = useState(false);
  const z = useLayer("overlay", overlay);
  return (
    <>
      <input aria-label="Elsewhere" />
      {fields.map((name) => (
        <SearchField key={name} aria-label={name} defaultValue="printer" />
      ))}
      <button type="button" onClick={() => setFields(["Search tasks"])}>
        List
      </button>
      <button type="button" onClick={() => setFields(["Search people"])}>
        People
      </button>
      <button type="button" onClick={() => setFields([])}>
        No field
      </button>
      <button type="button" className="button" style={{ width: 200, height: 40 }}>
        Press me
      </button>
      <details data-layer="menu" id="outer">
        <summary>Outer</summary>
        <details data-layer="menu" id="inner">
          <summary>Inner</summary>
          <details data-layer="tooltip" id="hint">
            <summary>Hint</summary>
          </details>
        </details>
      </details>
      <button type="button" onClick={() => setOverlay(!overlay)}>
        Overlay
      </button>
      <div id="overlay" style={{ zIndex: z }} />
      <InstallPrompt />
      <Layers />
      <Ripple />
      <SearchHotkey />
    </>
  );
}

// Renders synchronously, effects included: the islands are ready as soon as the page is.
flushSync(() => createRoot(document.getElementById("page") as HTMLElement).render(<Page />));
