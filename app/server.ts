import { existsSync, readFileSync } from "node:fs";
import * as build from "@remix-run/dev/server-build";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type ServerBuild } from "@remix-run/node";
import { databaseTrouble, troubled } from "~/db/database-errors.server";
import { db } from "~/db/db.server";
import { clearConflicts } from "~/features/auth/auth-cookies.server";
import { saveParkedForm } from "~/features/auth/parked-forms.server";
import { isOpenPage, requireSession } from "~/features/auth/require-session.server";
import { openSession, type Session } from "~/features/auth/session.server";
import { loadSites, siteOf } from "~/features/branding/sites.server";
import { salvagedTextOf } from "~/features/conversation/drafts/drafts";
import { liveOf } from "~/features/live/live.server";
import { addressMetrics } from "~/features/mail/addresses/mail-metrics.server";
import { countRequests } from "~/features/operations/metrics.server";
import { loadCatalogue } from "~/features/tasks/catalogue.server";
import { logRefusedAccess } from "~/features/tasks/refused-access.server";
import { timeStyleOf } from "~/features/users/preferences.server";
import { bodyLimitOf, limitBody, type RequestRules } from "~/http/body-limit.server";
import {
  badRequest,
  forbidden,
  jsonError,
  methodNotAllowed,
  noSuchPage,
  pagePath,
  tooManyAtOnce,
  wantsJson,
} from "~/http/error-responses.server";
import { inTurnOf, isCostly } from "~/http/expensive-requests.server";
import { isSecret } from "~/http/form.server";
import * as say from "~/http/http-copy";
import { hostOf } from "~/http/origin.server";
import { payloadRoutes } from "~/http/payload-routes.server";
import { notesOf } from "~/http/request-context.server";
import { addSecurityHeaders } from "~/http/security-headers.server";
import { exitInTime, leave, whenLeaving } from "~/http/shutdown.server";
import { type FilePart, readUploadForm } from "~/http/upload-form.server";
import { startJobs } from "~/jobs.server";
import { buildInfo } from "~/lib/build-info.server";
import { limiterPerKey, TooManyWaiting } from "~/lib/concurrency-limit";
import { learnDeskZone } from "~/lib/desk-zone.server";
import { keepFilesPrivate } from "~/lib/file-modes.server";
import { log, logTrouble, logUnexpected, requestNotes, withNotes } from "~/lib/log.server";
import { settings } from "~/lib/settings.server";
import { DEFAULT_TIME_STYLE, takeTimeStyleFrom } from "~/lib/time-style";
import { startMail } from "~/mail.server";
import { registerAllSubjects } from "~/subjects.server";
import { startWebhooks } from "~/webhooks.server";

/*
 * The front door: both servers (build-scripts/serve, remix-serve) load the server build with every loader and action behind
 * this file. A route without `export const access = "public"` needs a session, whatever the method or kind of request.
 * docs/decisions/0003-front-door.md says why here and not in the root loader.
 */

type Route = NonNullable<ServerBuild["routes"][string]>;
type Args = LoaderFunctionArgs | ActionFunctionArgs;

/** Lets a request in, or throws. Returns its session; null when no one is signed in or the route doesn't need one. */
async function admit(route: Route, { request, context }: Args): Promise<Session | null> {
  const notes = notesOf(request, context);
  const cleared = clearConflicts(request);
  if (cleared.length > 0) notes.cookies = cleared;
  const isPublic = (route.module as { access?: string }).access === "public";
  // Public files and API routes don't depend on the viewer, so `/readyz` doesn't wait for a session.
  const session = isPublic && !isPage(route) ? null : await openSession(db, request, context, Date.now());
  if (session) {
    await loadCatalogue(db, session.catalogueVersion);
    await loadSites(db, session.sitesVersion);
    learnDeskZone(session.deskZone);
    notes.personId = session.viewer.id;
    notes.times = timeStyleOf(session.viewer);
  }
  if (route.id.length > (notes.route?.length ?? 0)) notes.route = route.id;
  if (!isPublic) {
    const isForm = request.method === "POST" && route.module.default !== undefined;
    const parks = session === null && isForm && !isOpenPage(request);
    const parked = parks ? await saveParkedForm(db, request, Date.now()) : [];
    requireSession(request, session, { isPage: isPage(route), parked });
  }
  // After the session check, like every refusal. Not from the root, which names the error page.
  if (notes.dataParameter && route.id !== "root") throw badRequest(say.dataParameterUnsupported);
  return session;
}

const isPage = ({ module }: Route) => module.default !== undefined || module.ErrorBoundary !== undefined;

/** Concurrent requests per session; more wait in order. */
const perSession = limiterPerKey<string>(32);

/** Queues a request behind its session's others, so that one person can't keep everyone else waiting. */
async function inTurn<T>(route: Route, session: Session | null, request: Request, work: () => Promise<T>): Promise<T> {
  if (!session) return work();
  const { idHash, viewer } = session;
  const isForm = request.method === "POST";
  const isRead = !isForm || !isPage(route); // a page's form changes something
  const answer = isRead && isCostly(route.id) ? () => inTurnOf(viewer.id, request, work) : work;
  // Without the signal: a queued form runs even if its browser has gone.
  return perSession(idHash, answer, isForm ? undefined : request.signal).catch((error) => {
    throw error instanceof TooManyWaiting ? tooManyAtOnce() : error;
  });
}

function guarded(route: Route): Route {
  const { loader, action } = route.module;
  const answer = <T>(args: Args, work: () => Promise<T>) =>
    withNotes(notesOf(args.request, args.context), () =>
      withHeaders(args, () => (isPage(route) ? withErrorPage(args, work) : withJsonErrors(args, work))),
    );

  const module: Route["module"] = { ...route.module };
  if (loader) {
    module.loader = (args) =>
      answer(args, async () => {
        const session = await admit(route, args);
        if (!isPage(route)) refuseUnsupported(args.request, loader === action);
        return inTurn(route, session, args.request, async () => loader(args));
      });
  }
  if (!action && !isPage(route)) {
    // Remix would say "Unexpected Server Error".
    module.action = (args) =>
      answer(args, async () => {
        await admit(route, args);
        throw methodNotAllowed();
      });
  }
  if (action) {
    module.action = (args) =>
      answer(args, async () => {
        const rules = route.module as RequestRules;
        if (requestNotes()?.foreignOrigin && !rules.anyOrigin) throw forbidden(say.fromAnotherSite);
        const request = limitBody(args.request, bodyLimitOf(args.request, rules));
        const session = await admit(route, { ...args, request });
        return inTurn(route, session, request, async () => action({ ...args, request }));
      });
  }
  return { ...route, module };
}

/** Adds headers to responses; `entry.server` does it for documents and data. */
async function withHeaders<T>({ request, context }: Args, work: () => Promise<T>): Promise<T> {
  const headed = (answer: unknown) => {
    if (answer instanceof Response) addSecurityHeaders(answer.headers, answer.status, notesOf(request, context));
  };
  try {
    const answer = await work();
    headed(answer);
    return answer;
  } catch (error) {
    headed(error);
    throw error;
  }
}

/**
 * Rejects data requests for files and API routes: Remix would buffer the whole response. Also rejects OPTIONS, unless one
 * function serves as loader and action (`judgesMethods`) and decides itself.
 */
function refuseUnsupported(request: Request, judgesMethods: boolean) {
  if (request.method === "OPTIONS" && !judgesMethods) throw methodNotAllowed();
  if (requestNotes()?.dataAddress) throw noSuchPage(request);
}

/** For pages: shows refusals on the error page; unexpected errors too, with the id in the log. */
async function withErrorPage<T>(args: Args, work: () => Promise<T>): Promise<T> {
  const { request } = args;
  try {
    return await work();
  } catch (error) {
    logRefusal(args, error);
    if (isForeseen(error) || request.signal.aborted) throw error;
    const { name: siteName } = siteOf(hostOf(request, settings())); // the root itself may have failed
    const trouble = databaseTrouble(error);
    if (trouble) {
      logTrouble(error, trouble);
      const { message, ...answer } = troubled(trouble, request.method === "POST");
      throw Response.json({ message, written: await salvagedText(request), siteName }, answer);
    }
    logUnexpected(error);
    const reference = requestNotes()?.id ?? null;
    throw data({ reference, siteName }, { status: 500, statusText: say.internalServerError });
  }
}

/** Writes a refusal to the security log, without waiting for it. */
function logRefusal({ request, context }: Args, error: unknown) {
  const notes = requestNotes();
  if (!(error instanceof Response) || ![403, 404].includes(error.status) || notes?.foreignOrigin) return;
  const refused = { status: error.status, path: pagePath(request), ip: notes?.clientAddress ?? null };
  const now = Date.now();
  void openSession(db, request, context, now)
    .then((session) => session && logRefusedAccess(db, session.viewer, refused, now))
    .catch((err) => log.warn({ err }, "Couldn't log a refused access"));
}

/** For routes without a page: refusals become JSON for clients that want it. */
async function withJsonErrors<T>(args: Args, work: () => Promise<T>): Promise<T | Response> {
  const { request } = args;
  try {
    return await work();
  } catch (error) {
    logRefusal(args, error);
    const isGone = request.signal.aborted; // nobody left to tell, and an aborted upload is no fault
    const trouble = isGone ? null : databaseTrouble(error);
    if (trouble) {
      logTrouble(error, trouble);
      const answer = troubled(trouble, request.method === "POST");
      if (!wantsJson(request)) throw new Response(answer.message, answer);
      return jsonError(request, answer);
    }
    if (!isForeseen(error)) {
      if (!isGone) logUnexpected(error);
      const statusText = say.internalServerError;
      return jsonError(request, { status: 500, statusText, message: statusText });
    }
    if (!(error instanceof Response) || error.status < 400 || !wantsJson(request)) throw error;
    return jsonError(request, { status: error.status, statusText: error.statusText, message: await error.text() });
  }
}

async function salvagedText(request: Request): Promise<string> {
  if (request.method !== "POST") return "";
  if (!request.bodyUsed) await readUploadForm(request, skipFile).catch(() => {}); // failed before the session was read
  return salvagedTextOf([...(requestNotes()?.form ?? [])].filter(([name]) => !isSecret(name)));
}

async function skipFile({ bytes }: FilePart) {
  for await (const _ of bytes); // drain the file to reach the fields after it
}

/** Refusals and redirects are thrown as responses; everything else is a bug. */
const isForeseen = (error: unknown) =>
  error instanceof Response || (error as { type?: unknown } | null)?.type === "DataWithResponseInit";

keepFilesPrivate();
buildInfo(); // read now: the next build's files may replace ours before this process ends
takeTimeStyleFrom(() => requestNotes()?.times ?? DEFAULT_TIME_STYLE);
const isCounted = settings().metricsPort !== null || settings().metricsToken !== null;
registerAllSubjects();
const jobs = startJobs();
const mail = startMail();
const webhooks = startWebhooks();
whenLeaving(() => {
  void liveOf(db).stop(); // open pages reconnect to another process
  void jobs.stop(); // other processes run due jobs
  void mail.stop();
  void webhooks.stop();
});
exitInTime(() => Promise.all([jobs.stop(), mail.stop(), webhooks.stop()]).then(() => db.destroy()));

/** Exports for our own server (build-scripts/serve); remix-serve ignores them. */
export const product = {
  log,
  leave,
  countRequest: isCounted
    ? await countRequests(
        db,
        () => liveOf(db).count(),
        () => addressMetrics(db, Date.now()),
      )
    : undefined,
};
export type Product = typeof product;

export * from "@remix-run/dev/server-build";

/** The browser files as merged by build-scripts/merge-chunks.ts; in development, as compiled. */
export const assets: ServerBuild["assets"] = joinedAssets() ?? build.assets;

function joinedAssets(): ServerBuild["assets"] | null {
  const file = new URL("./assets.json", import.meta.url);
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as ServerBuild["assets"]) : null;
}

const pages = build.routes as ServerBuild["routes"];
export const routes: ServerBuild["routes"] = Object.fromEntries(
  Object.entries({ ...pages, ...payloadRoutes(pages) }).map(([id, route]) => [id, route && guarded(route)]),
);
