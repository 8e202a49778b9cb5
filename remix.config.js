/** @type {import("@remix-run/dev").AppConfig} */
export default {
  serverModuleFormat: "esm",
  // The front door wraps every loader and action before a server sees them: docs/decisions/0003-front-door.md.
  server: "./app/server.ts",
  // Two packages of three hundred small files: found and read one by one they were a third of the start.
  serverDependenciesToBundle: ["kysely", /^zod\b/],
  postcss: true, // postcss-nesting, named in package.json: Safari before 17.2 and Firefox before 117 know no nesting
  ignoredRouteFiles: ["**/.*"],
  // The service worker, compiled by remix-pwa after the Remix build.
  worker: "./app/entry.worker.ts",
  workerName: "sw",
  workerMinify: true,
  workerBuildDirectory: "build",
  future: {
    v3_fetcherPersist: true,
    v3_lazyRouteDiscovery: false, // reading offline needs the whole route manifest
    v3_relativeSplatPath: true,
    v3_singleFetch: true,
    v3_throwAbortReason: true,
    v3_routeConfig: false, // the classic compiler stops with this one
  },
};
