import type { LoaderFunctionArgs } from "@remix-run/node";
import { db } from "~/db/db.server";
import { USUAL_COLOUR } from "~/features/branding/branding";
import { readSites, siteOf } from "~/features/branding/sites.server";
import { hostOf } from "~/http/origin.server";
import { settings } from "~/lib/settings.server";
import * as say from "~/shell/shell-copy";

/** Browsers fetch the manifest without cookies: behind sign-in, the app couldn't be installed. */
export const access = "public";

const PRODUCT = "Taskdesk";
/** The orange of the loading bar, as in the icons. */

const ICONS = [
  { src: "/icons/icon-192.png", sizes: "192x192", type: "image/png", purpose: "any" },
  { src: "/icons/icon-512.png", sizes: "512x512", type: "image/png", purpose: "any" },
  { src: "/icons/icon-maskable-512.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
];
/** Pixels; browsers require at least this. */
const SMALLEST_ICON = 192;

/** The manifest, with the site's name and colour. */
export async function loader({ request }: LoaderFunctionArgs) {
  await readSites(db);
  const { name: siteName, colour, logo } = siteOf(hostOf(request, settings()));
  const name = siteName ?? PRODUCT;
  const isIcon = logo !== null && logo.width === logo.height && logo.width >= SMALLEST_ICON;
  const manifest = {
    id: "/",
    name,
    short_name: name,
    description: say.appDescription,
    lang: "en",
    dir: "ltr",
    start_url: "/",
    scope: "/",
    display: "standalone",
    background_color: "#ffffff",
    theme_color: colour || USUAL_COLOUR,
    icons: isIcon ? [{ src: logo.src, sizes: `${logo.width}x${logo.height}`, type: logo.type, purpose: "any" }] : ICONS,
  };
  return new Response(JSON.stringify(manifest), {
    headers: { "Content-Type": "application/manifest+json", "Cache-Control": "public, max-age=0" },
  });
}
