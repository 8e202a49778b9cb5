/** The `beforeinstallprompt` event, missing from the DOM types. */
export type InstallOffer = Event & {
  prompt: () => Promise<unknown>;
  userChoice: Promise<{ outcome: "accepted" | "dismissed" }>;
};

/** `offer` is null when there is nothing to show. Without `listening`, new offers are ignored. */
export type InstallPrompt<Offer = InstallOffer> = { offer: Offer | null; listening: boolean };

export type InstallEvent<Offer = InstallOffer> =
  | { type: "started"; hidden: boolean; installed: boolean }
  | { type: "offered"; offer: Offer }
  | { type: "accepted" } // our Install button: the browser's dialog takes over
  | { type: "dismissed" } // our Not now button
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
