/*
 * Has Remix's compiler leave out of the browser build what its libraries bring along and Taskdesk never uses: a ninth of
 * all that the first page loads. `node --import` this file in front of the compiler, which takes no plugins of ours.
 *
 * Each is named by its function. One that is not there any more, in another version, stops the build.
 */
import { readFile } from "node:fs/promises";
import { leanReact, mustBeKnown, NO_HOOKS, REACT_INSTEAD } from "./lean-react.mjs";
import { wordsInPlace } from "./words-in-place.mjs";

const NOTHING = "{}";
const NO = "{return false}";
const USELESS = `{throw new Error("left out of the build: build-scripts/steps/lean-libraries.mjs")}`;

const REACT_DOM = "react-dom/cjs/react-dom.production.min.js";

/** What functions do instead, by file and what they are about. */
const INSTEAD = {
  [REACT_DOM]: REACT_INSTEAD,
  "@remix-run/router/dist/router.js": {
    // Answers that come in pieces: ours come whole (docs/decisions/0004).
    isDeferredData: NO,
    isDeferredResult: NO,
    resolveDeferredData: NOTHING,
    resolveNavigationDeferredResults: NOTHING,
    resolveFetcherDeferredResults: NOTHING,
    // Routes that are told one by one: we tell all.
    discoverRoutes: NOTHING,
    patchRoutesImpl: NOTHING,
    // Fetchers: what is sent besides a navigation is sent with `fetch`.
    fetch: USELESS,
    handleFetcherAction: NOTHING,
    handleFetcherLoader: NOTHING,
    updateFetcherState: NOTHING,
    setFetcherError: NOTHING,
    deleteFetcher: NOTHING,
    abortFetcher: NOTHING,
    markFetchersDone: NOTHING,
    markFetchRedirectsDone: NO,
    abortStaleFetchLoads: NO,
    getUpdatedRevalidatingFetchers: "{return state.fetchers}",
    // Words to those who write routes.
    warning: NOTHING,
    getInternalRouterError: `{
      const says = { 400: "Bad Request", 403: "Forbidden", 404: "Not Found", 405: "Method Not Allowed" }[status] || "Unknown Server Error";
      return new ErrorResponseImpl(status || 500, says, new Error(says), true);
    }`,
  },
  "react-router/dist/index.js": {
    logV6DeprecationWarnings: NOTHING,
    warningOnce: NOTHING,
    useNavigateUnstable: USELESS, // for routers without data
    DefaultErrorComponent: "{return null}", // our pages have their own
  },
  "react-router-dom/dist/index.js": {
    // Without transitions between pages, fetchers and a first page that is still to come.
    RouterProvider: `{
      const { router } = _ref;
      const [state, setState] = React.useState(router.state);
      React.useLayoutEffect(() => router.subscribe((next, { flushSync }) =>
        (flushSync ? flushSyncSafe : startTransitionSafe)(() => setState(next))), [router]);
      const value = React.useMemo(() => {
        const go = (replace) => (to, state, { preventScrollReset } = {}) => router.navigate(to, { replace, state, preventScrollReset });
        const { createHref, encodeLocation } = router;
        const navigator = { createHref, encodeLocation, go: (by) => router.navigate(by), push: go(false), replace: go(true) };
        return { router, navigator, static: false, basename: "/" };
      }, [router]);
      // The fragment and its null stand on the server, too: React counts them for its ids.
      return React.createElement(React.Fragment, null, React.createElement(UNSAFE_DataRouterContext.Provider, { value },
        React.createElement(UNSAFE_DataRouterStateContext.Provider, { value: state },
          React.createElement(Router, {
            basename: "/",
            location: state.location,
            navigationType: state.historyAction,
            navigator: value.navigator,
            future: { v7_relativeSplatPath: router.future.v7_relativeSplatPath },
          }, React.createElement(MemoizedDataRoutes, { routes: router.routes, future: router.future, state })))), null);
    }`,
  },
  "@remix-run/react/dist/esm/components.js": {
    PrefetchPageLinks: "{return null}", // shell/payload-prefetch
    Scripts: USELESS, // entry.server
  },
  "@remix-run/react/dist/esm/links.js": {
    prefetchStyleLinks: NOTHING, // shell/sheet-in-place
  },
  "@remix-run/react/dist/esm/single-fetch.js": {
    singleFetchLoaderFetcherStrategy: NOTHING, // fetchers, again
  },
  "@remix-run/react/dist/esm/fog-of-war.js": {
    getPatchRoutesOnNavigationFunction: NOTHING,
    useFogOFWarDiscovery: NOTHING,
  },
  "@remix-run/react/dist/esm/errorBoundaries.js": {
    // What is shown where the error page of the root fails, without its words for developers.
    RemixRootDefaultErrorBoundary:
      '{return React.createElement("html",{lang:"en"},React.createElement("body",null,React.createElement("h1",null,"Internal Server Error")))}',
  },
  "@remix-run/react/dist/esm/fallback.js": {
    RemixRootDefaultHydrateFallback: "{return null}", // a document comes with all of its data
  },
  "@remix-run/react/dist/esm/data.js": {
    // How data were fetched before single fetch.
    fetchData: NOTHING,
    parseDeferredReadableStream: NOTHING,
    isDeferredData: NO,
    isDeferredResponse: NO,
  },
  "@remix-run/react/dist/esm/routes.js": {
    fetchServerHandler: NOTHING,
    // Code that changes in an open page.
    createClientRoutesWithHMRRevalidationOptOut: NOTHING,
    wrapShouldRevalidateForHdr: NOTHING,
    // Words to those who write routes.
    preventInvalidServerHandlerCall: NOTHING,
    noActionDefinedError: "{return new Error(405)}",
  },
};

/** What stands instead of a piece of a function, by file. */
const REPLACED = {
  [REACT_DOM]: {
    // Which components an error went through: the build has made their names short.
    'function Oa(a,b){if(!a||Na)return"";': 'function Oa(a,b){return"";',
    // Children that are iterators and no arrays.
    "if(Ka(f))return t(a,d,f,h);": "",
  },
  "@remix-run/react/dist/esm/browser.js": {
    // The data of a document come as they are (app/entry.server).
    "decodeViaTurboStream(stream, window)": "Promise.resolve({ value: stream })",
  },
};

/** `Link.displayName = "Link";`, for which a compiler has to keep a component that nobody uses. */
const NAMES = /^\w+\.displayName = "\w+";$/gm;

/** The words of `invariant(value, "…")`, which tell what cannot be. */
const WORDS =
  /^(\s*invariant\((?:[^"`;]|\n)*?),\s*(?:"[^"]*"|`[^`]*`|\([^;]*?)(?:\s*\+\s*(?:"[^"]*"|`[^`]*`|\([^;]*?\)))*\);/gm;

/** What Remix asks that has one answer here (remix.config.js). */
const ANSWERS = {
  "import.meta.hot": "undefined",
  __REACT_DEVTOOLS_GLOBAL_HOOK__: "undefined",
  "window.__remixContext.isSpaMode": "false",
  "window.__remixContext.future.v3_singleFetch": "true",
};

/** What React has for ways of writing that nobody here uses, those of before version 18 among them. */
const UNUSED = {
  "/react-dom/cjs/react-dom.production.min.js":
    "createPortal|createRoot|findDOMNode|hydrate|render|unstable_batchedUpdates|unmountComponentAtNode|unstable_renderSubtreeIntoContainer",
  "/react/cjs/react.production.min.js": `Children|cloneElement|createFactory|act|unstable_act|${NO_HOOKS.join("|")}`,
  "/scheduler/cjs/scheduler.production.min.js":
    "unstable_continueExecution|unstable_getFirstCallbackNode|unstable_next|unstable_pauseExecution|unstable_runWithPriority|unstable_wrapCallback",
};

/** `exports.hydrate=…;` up to the next of them. */
const withoutExports = (text, names) =>
  text.replace(new RegExp(`exports\\.(${names})=(?:(?!exports\\.\\w+=)[^])*`, "g"), "");

/** The text of a library's file without what is named for it. */
export function leanText(path, text) {
  const ofReact = Object.keys(UNUSED).find((end) => path.endsWith(end));
  const file = fileIn(INSTEAD, path);
  if (file === REACT_DOM) mustBeKnown(text);
  let lean = ofReact ? withoutExports(text, UNUSED[ofReact]) : text.replace(NAMES, "").replace(WORDS, "$1);");
  if (file === REACT_DOM) lean = leanReact(lean);
  for (const [name, body] of Object.entries(INSTEAD[file] ?? {})) lean = withBody(lean, name, body, path);
  for (const [piece, other] of Object.entries(REPLACED[fileIn(REPLACED, path)] ?? {})) {
    if (!lean.includes(piece)) throw new Error(`There is no ${piece} in ${path} any more.`);
    lean = lean.replace(piece, () => other);
  }
  return lean;
}

const fileIn = (files, path) => Object.keys(files).find((name) => path.endsWith(`/node_modules/${name}`));

function withBody(text, name, body, path) {
  const start = new RegExp(`(?:async )?function ${name}\\(`).exec(text);
  if (!start) throw new Error(`There is no ${name} in ${path} any more.`);
  const parameters = text.indexOf("(", start.index);
  const from = text.indexOf("{", closing(text, parameters, "()"));
  return text.slice(0, from) + body + text.slice(closing(text, from, "{}") + 1);
}

/** Where what is opened at `at` is closed. */
function closing(text, at, [open, close]) {
  let depth = 0;
  for (let place = at; place < text.length; place++) {
    if (text[place] === open) depth++;
    if (text[place] === close && --depth === 0) return place;
  }
  throw new Error("A function has no end.");
}

const plugin = {
  name: "lean libraries",
  setup(build) {
    build.onLoad(
      {
        filter:
          /\/node_modules\/((@remix-run\/(react|router)|react-router(-dom)?)\/dist|(react|react-dom|scheduler)\/cjs)\/.*\.js$/,
      },
      async ({ path }) => ({
        contents: leanText(path, await readFile(path, "utf8")),
        loader: "js",
      }),
    );
  },
};

/** The options of a build for browsers with all this. */
export const leanOptions = (options) => ({
  ...options,
  define: { ...options.define, ...ANSWERS },
  plugins: [plugin, wordsInPlace, ...(options.plugins ?? [])],
});
