/** The browser's offer to install the page as an app, which it makes by an event. Not in the DOM types yet. */
export type InstallOffer = Event & {
  prompt: () => Promise<unknown>;
  userChoice: Promise<{ outcome: "accepted" | "dismissed" }>;
};

/** `offer` is null while there is nothing to show; not `listening`, no offer is taken any more. */
export type InstallPrompt<Offer = InstallOffer> = { offer: Offer | null; listening: boolean };

export type InstallEvent<Offer = InstallOffer> =
  | { type: "started"; hidden: boolean; installed: boolean }
  | { type: "offered"; offer: Offer }
  | { type: "accepted" } // our button Install: the browser's dialog takes over
  | { type: "dismissed" } // our button Not now
  | { type: "installed" };

export const NO_PROMPT: InstallPrompt<never> = { offer: null, listening: false };

export function nextInstallPrompt<Offer>(
  prompt: InstallPrompt<Offer>,
  event: InstallEvent<Offer>,
): InstallPrompt<Offer> {
  switch (event.type) {
    case "started":
      return { offer: null, listening: !event.hidden && !event.installed };
    case "offered":
      return prompt.listening ? { ...prompt, offer: event.offer } : prompt;
    case "accepted":
    case "installed":
      return { ...prompt, offer: null };
    case "dismissed":
      return NO_PROMPT;
  }
}
