import type { LoaderFunctionArgs } from "@remix-run/node";
import { siteNameOf } from "~/features/branding/site-name";
import { settings } from "~/lib/settings.server";

/** Browsers fetch the manifest without cookies: behind the gate the app could not be installed. */
export const access = "public";

const PRODUCT = "Taskdesk";
/** The orange of the loading bar, as in the icons. */
const THEME = "#e8650a";

/** What the app is called and looks like once it is installed. */
export function loader({ request }: LoaderFunctionArgs) {
  const name = siteNameOf(request.headers.get("Host"), settings().siteNames) ?? PRODUCT;
  const manifest = {
    id: "/",
    name,
    short_name: name,
    description: "Tasks, conversations and their history.",
    lang: "en",
    dir: "ltr",
    start_url: "/",
    scope: "/",
    display: "standalone",
    background_color: "#ffffff",
    theme_color: THEME,
    icons: [
      { src: "/icons/icon-192.png", sizes: "192x192", type: "image/png", purpose: "any" },
      { src: "/icons/icon-512.png", sizes: "512x512", type: "image/png", purpose: "any" },
      { src: "/icons/icon-maskable-512.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
    ],
  };
  return new Response(JSON.stringify(manifest), {
    headers: { "Content-Type": "application/manifest+json", "Cache-Control": "public, max-age=0" },
  });
}
