import { AuthError, getCsrfToken, getSession, signIn } from "~/features/auth/auth-client";
import * as sayOfClient from "~/features/auth/auth-client-copy";
import * as say from "~/features/auth/auth-copy";
import { signInSentence } from "~/features/auth/sign-in-errors";
import { keepDraftsOf } from "~/lib/browser-drafts";
import { announceSession, onSessionMessage } from "~/lib/tab-events";
import { registerWorker } from "~/shell/register-service-worker";

/*
 * The sign-in page's only script: a refused sign-in keeps the page and its typed text. Without it the form posts itself and
 * the server shows the same messages.
 */

const form = document.querySelector<HTMLFormElement>("form[data-sign-in]");
const refusal = document.querySelector<HTMLElement>("[data-refusal]");

if (form && refusal) enhanceSignIn(form, refusal);
for (const external of document.querySelectorAll<HTMLFormElement>("form[data-external]"))
  enhanceExternalSignIn(external);
if (process.env.NODE_ENV === "production") void registerWorker(navigator.serviceWorker);

function enhanceSignIn(form: HTMLFormElement, refusal: HTMLElement) {
  const button = form.querySelector("button");
  let isSending = false;

  form.addEventListener("submit", async (event) => {
    if (event.submitter?.hasAttribute("formaction")) return; // asks for a link by email: a plain post
    event.preventDefault();
    if (isSending) return; // double press
    isSending = true;
    button?.setAttribute("aria-busy", "true");
    show(null);
    const outcome = await send().catch((error) => ({ sentence: sentenceFor(error) }));
    if ("url" in outcome) {
      location.assign(outcome.url); // the button stays busy while leaving
      return;
    }
    isSending = false;
    button?.removeAttribute("aria-busy");
    show(outcome.sentence);
    form.querySelector<HTMLInputElement>("[name=password]")?.select();
  });

  /** Retries once with a new token if ours has expired; the server didn't sign anyone in. */
  async function send(isSecondTry = false): Promise<{ url: string } | { sentence: string }> {
    const body = new URLSearchParams({ ...textsOf(form), zone: ownZone(), json: "true" });
    const response = await fetch(form.action, { method: "POST", body, headers: { Accept: "application/json" } });
    const { url } = await response.json();
    if (typeof url !== "string") throw new AuthError(response.status, sayOfClient.responseUnreadable);
    const query = new URL(url).searchParams;
    if (query.get("csrf") && !isSecondTry) {
      const field = form.querySelector<HTMLInputElement>("[name=csrfToken]");
      if (field) field.value = await getCsrfToken();
      return send(true);
    }
    const refused = signInSentence(query.get("error"));
    if (refused) return { sentence: refused };
    return query.get("csrf") ? { sentence: say.signInNeedsCookies } : { url };
  }

  function show(sentence: string | null) {
    const shape = document.querySelector<HTMLTemplateElement>("template[data-notice]");
    const notice = document.importNode(shape?.content ?? document.createDocumentFragment(), true);
    notice.querySelector("[role=alert]")?.replaceChildren(sentence ?? "");
    refusal.replaceChildren(...(sentence ? [notice] : []));
    refusal.hidden = !sentence;
  }

  // This page means signed out; other tabs may not know yet. The next page announces who signed in.
  announceSession(null);
  if (form.dataset.signIn === "signed-out") keepDraftsOf(null);
  // Another tab signed in: no need to do it here.
  onSessionMessage(async () => {
    if (!isSending && (await getSession().catch(() => null))) location.reload();
  });

  // On return from the next page, a page restored from memory would keep its busy button.
  window.addEventListener("pageshow", ({ persisted }) => {
    if (persisted) location.reload();
  });
}

/** Starts the sign-in with an external provider. If a step fails, posts the form as without scripts. */
function enhanceExternalSignIn(form: HTMLFormElement) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const { callbackUrl = "/" } = textsOf(form);
    signIn(form.dataset.external, {}, { callbackUrl }).catch(() => form.submit());
  });
}

/** The time zone for viewers who haven't chosen one. */
const ownZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone ?? "";

/** `fetch` throws a TypeError when there is no response. */
function sentenceFor(error: unknown): string {
  const unreached = error instanceof TypeError || (error instanceof AuthError && error.status === 0);
  return unreached ? sayOfClient.signInServerUnreachable : say.signInFailed;
}

function textsOf(form: HTMLFormElement): Record<string, string> {
  const texts = [...new FormData(form)].filter((pair): pair is [string, string] => typeof pair[1] === "string");
  return Object.fromEntries(texts);
}
