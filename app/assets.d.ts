declare module "@remix-pwa/dev?assets" {
  /** Public paths of everything the browser build made: what the service worker keeps for offline use. */
  export const assets: string[];
}

declare module "*.css" {
  /** Public path of the bundled style sheet, with a hash in its name. */
  const href: string;
  export default href;
}
