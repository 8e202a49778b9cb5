declare module "@remix-pwa/dev?assets" {
  /** Public paths of every file in the browser build, which the service worker caches. */
  export const assets: string[];
}

declare module "*.css" {
  const href: string;
  export default href;
}
