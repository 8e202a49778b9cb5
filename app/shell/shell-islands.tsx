import { useHydrated } from "remix-utils/use-hydrated";
import { BuildWatch } from "./build-watch.island";
import { FocusKeeper } from "./focus-keeper.island";
import { InstallPrompt } from "./install-prompt.island";
import { InstantBack } from "./instant-back.island";
import { Keys } from "./keyboard-shortcuts.island";
import { Layers } from "./layers.island";
import { LeaveGuard } from "./leave-guard.island";
import { Live } from "./live.island";
import { LoadingBar } from "./loading-bar.island";
import { PayloadPrefetch } from "./payload-prefetch.island";
import { Ripple } from "./ripple.island";
import { Arrival } from "./route-announcer.island";
import { RowClick } from "./row-click.island";
import { SearchHotkey } from "./search-hotkey.island";
import { SendForms } from "./send-forms.island";
import { type SessionData, SessionWatch } from "./session-watch.island";
import { Toaster } from "./toaster.island";

type Props = {
  /** From the root loader; null when it failed. */
  root: {
    session: SessionData | null;
    shown?: { keys?: string };
    client: { buildId: string; buildCheckSeconds: number; sessionRefreshSeconds: number };
  } | null;
};

/** All client features of the shell; each works without the others. Those without markup mount after hydration only. */
export function ShellIslands({ root }: Props) {
  return (
    <>
      <LoadingBar />
      <Toaster />
      {useHydrated() && <Unseen root={root} />}
    </>
  );
}

function Unseen({ root }: Props) {
  return (
    <>
      <InstallPrompt />
      <SearchHotkey bringsField={Boolean(root?.session)} />
      <FocusKeeper />
      <Arrival />
      {/* Keys that wait for a page act on it once the focus has come there. */}
      {root?.shown?.keys !== "off" && <Keys />}
      <Ripple />
      <RowClick />
      <Layers />
      <LeaveGuard />
      <Live person={root?.session?.user.id ?? null} />
      <SendForms />
      <PayloadPrefetch />
      {root && (
        <>
          <BuildWatch buildId={root.client.buildId} checkSeconds={root.client.buildCheckSeconds} />
          <SessionWatch session={root.session} refreshSeconds={root.client.sessionRefreshSeconds} />
          <InstantBack person={root.session?.user.id ?? null} />
        </>
      )}
    </>
  );
}
