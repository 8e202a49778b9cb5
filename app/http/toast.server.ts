import { createCookie } from "@remix-run/node";
import type { Flash } from "~/lib/flash";
import { secretOf, settings } from "~/lib/settings.server";
import { hasCookie, readCookie } from "./cookies.server";

const secure = settings().authOrigin?.startsWith("https:") ?? false;

/** This prefix, which needs HTTPS, keeps a sibling domain from setting the cookie. */
export const TOAST_COOKIE = `${secure ? "__Host-" : ""}taskdesk-toast`;

// Signed: its text appears as our own.
const cookie = createCookie(TOAST_COOKIE, {
  httpOnly: true,
  sameSite: "lax",
  path: "/",
  maxAge: 60,
  secure,
  secrets: [secretOf(settings())],
});

/**
 * Returns headers for a redirect whose target shows this toast. An action adds a button, with or without scripts:
 *
 *     withToast("success", "Task changed", { action: { label: "Undo", post: "/tasks/42/undo" } })
 *
 * A later toast with the same `about` replaces it.
 */
export async function withToast(
  type: Flash["type"],
  text: string,
  { action, about, link }: Pick<Flash, "action" | "about" | "link"> = {},
): Promise<{ headers: { "Set-Cookie": string } }> {
  const more = { ...(action && { action }), ...(about && { about }), ...(link && { link }) };
  const flash: Flash = { id: crypto.randomUUID(), type, text, ...more };
  return { headers: { "Set-Cookie": await cookie.serialize(flash) } };
}

/** Returns the toast left by a redirect, and the header that removes it. */
export async function takeToast(request: Request): Promise<{ flash: Flash | null; setCookie: string | null }> {
  if (!hasCookie(request, TOAST_COOKIE)) return { flash: null, setCookie: null };
  const isOne = readCookie(request, TOAST_COOKIE) !== null;
  const flash = isOne ? ((await cookie.parse(request.headers.get("Cookie"))) as Flash | null) : null;
  return { flash: flash || null, setCookie: await cookie.serialize("", { maxAge: 0 }) };
}
