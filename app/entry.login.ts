import { AuthError, getCsrfToken, getSession, signIn } from "~/features/auth/auth-client";
import * as say from "~/features/auth/auth-copy";
import { signInSentence } from "~/features/auth/sign-in-errors";
import { keepCopiesOf } from "~/lib/browser-drafts";
import { announceSession, onSessionMessage } from "~/lib/tab-events";
import { registerWorker } from "~/shell/offline-worker";

/*
 * The comfort of the login page, which has no other script: a refused sign-in keeps the page and what was typed. Without
 * this file the form posts itself and the server says the same sentences.
 */

const form = document.querySelector<HTMLFormElement>("form[data-sign-in]");
const refusal = document.querySelector<HTMLElement>("[data-refusal]");

if (form && refusal) comfort(form, refusal);
for (const external of document.querySelectorAll<HTMLFormElement>("form[data-external]")) leaveBy(external);
if (process.env.NODE_ENV === "production") void registerWorker(navigator.serviceWorker);

function comfort(form: HTMLFormElement, refusal: HTMLElement) {
  const button = form.querySelector("button");
  let isSending = false;

  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (isSending) return; // a second click sends nothing
    isSending = true;
    button?.setAttribute("aria-busy", "true");
    show(null);
    const outcome = await send().catch((error) => ({ sentence: sentenceFor(error) }));
    if ("url" in outcome) {
      location.assign(outcome.url); // and keep the button busy: the page is being left
      return;
    }
    isSending = false;
    button?.removeAttribute("aria-busy");
    show(outcome.sentence);
    form.querySelector<HTMLInputElement>("[name=password]")?.select();
  });

  /** Once more with a new token when ours was too old: the server had signed nobody in. */
  async function send(isSecondTry = false): Promise<{ url: string } | { sentence: string }> {
    const body = new URLSearchParams({ ...textsOf(form), zone: ownZone(), json: "true" });
    const response = await fetch(form.action, { method: "POST", body, headers: { Accept: "application/json" } });
    const { url } = await response.json();
    if (typeof url !== "string") throw new AuthError(response.status, say.answerUnreadable);
    const query = new URL(url).searchParams;
    if (query.get("csrf") && !isSecondTry) {
      const field = form.querySelector<HTMLInputElement>("[name=csrfToken]");
      if (field) field.value = await getCsrfToken();
      return send(true);
    }
    const refused = signInSentence(query.get("error"));
    if (refused) return { sentence: refused };
    return query.get("csrf") ? { sentence: say.signingInNeedsCookies } : { url };
  }

  function show(sentence: string | null) {
    const shape = document.querySelector<HTMLTemplateElement>("template[data-notice]");
    const notice = document.importNode(shape?.content ?? document.createDocumentFragment(), true);
    notice.querySelector("[role=alert]")?.replaceChildren(sentence ?? "");
    refusal.replaceChildren(...(sentence ? [notice] : []));
    refusal.hidden = !sentence;
  }

  // Whoever sees this page is signed out: the other tabs may not know yet. The page after it tells who signed in.
  announceSession(null);
  if (form.dataset.signIn === "signed-out") keepCopiesOf(null);
  // Somebody signed in in another tab: this one need not ask.
  onSessionMessage(async () => {
    if (!isSending && (await getSession().catch(() => null))) location.reload();
  });

  // Back from the next page: the button of a page kept in memory would be busy for ever.
  window.addEventListener("pageshow", ({ persisted }) => {
    if (persisted) location.reload();
  });
}

/** To an external provider, with another try when it does not answer. What fails here is posted as without scripts. */
function leaveBy(form: HTMLFormElement) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const { callbackUrl = "/" } = textsOf(form);
    signIn(form.dataset.external, {}, { callbackUrl }).catch(() => form.submit());
  });
}

/** Where days begin and end for whoever has not chosen that. */
const ownZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone ?? "";

/** `fetch` throws a TypeError when there was no answer. */
function sentenceFor(error: unknown): string {
  const unreached = error instanceof TypeError || (error instanceof AuthError && error.status === 0);
  return unreached ? say.checkTheConnection : say.signingInDidNotWork;
}

function textsOf(form: HTMLFormElement): Record<string, string> {
  const texts = [...new FormData(form)].filter((pair): pair is [string, string] => typeof pair[1] === "string");
  return Object.fromEntries(texts);
}
