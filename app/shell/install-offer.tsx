/** What stands at the edge of the page once the browser says that it can be installed (`./install-prompt.island`). */
export function InstallOffer({ install, dismiss }: { install: () => void; dismiss: () => void }) {
  return (
    <section className="install-prompt" aria-label="Install this app">
      <p>Install this app: a window of its own, and it opens without a network.</p>
      <div className="buttons">
        <button type="button" className="button button-primary" onClick={install}>
          Install
        </button>
        <button type="button" className="button button-quiet" onClick={dismiss}>
          Not now
        </button>
      </div>
    </section>
  );
}
