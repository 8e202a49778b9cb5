import "@remix-run/server-runtime";

declare module "@remix-run/server-runtime" {
  interface Future {
    v3_singleFetch: true;
  }
}

declare module "@remix-pwa/dev?assets" {
  /** Public paths of everything the browser build made: what the service worker keeps for offline use. */
  export const assets: string[];
}
