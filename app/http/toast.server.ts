import { createCookie } from "@remix-run/node";
import { secretOf, settings } from "~/lib/settings.server";

export type ToastType = "success" | "error" | "warning" | "info" | "default";

/** A toast on its way across a redirect. `id` is new for each, so that the browser shows it once. */
export type Flash = { id: string; type: ToastType; text: string };

// Signed: what it says appears as our own words.
const cookie = createCookie("taskdesk-toast", {
  httpOnly: true,
  sameSite: "lax",
  path: "/",
  maxAge: 60,
  secrets: [secretOf(settings())],
});

/** Headers for a redirect whose target then shows this toast. */
export async function withToast(type: ToastType, text: string): Promise<{ headers: { "Set-Cookie": string } }> {
  const flash: Flash = { id: crypto.randomUUID(), type, text };
  return { headers: { "Set-Cookie": await cookie.serialize(flash) } };
}

/** The toast a redirect left, and the header that removes it. */
export async function takeToast(request: Request): Promise<{ flash: Flash | null; setCookie: string | null }> {
  const header = request.headers.get("Cookie");
  if (!header?.includes("taskdesk-toast=")) return { flash: null, setCookie: null };
  const flash = (await cookie.parse(header)) as Flash | null;
  return { flash: flash || null, setCookie: await cookie.serialize("", { maxAge: 0 }) };
}
