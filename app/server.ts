import { existsSync, readFileSync } from "node:fs";
import * as build from "@remix-run/dev/server-build";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type ServerBuild } from "@remix-run/node";
import { databaseTrouble, troubled } from "~/db/database-errors.server";
import { db } from "~/db/db.server";
import { clearConflicts } from "~/features/auth/auth-cookies.server";
import { isOpenPage, requireSession } from "~/features/auth/gate.server";
import { parkForm } from "~/features/auth/parked-forms.server";
import { openSession, type Session } from "~/features/auth/session.server";
import { knowSites, siteOf } from "~/features/branding/sites.server";
import { salvagedTextOf } from "~/features/conversation/drafts/draft-place";
import { liveOf } from "~/features/live/live.server";
import { countRequests } from "~/features/operations/metrics.server";
import { knowCatalogue } from "~/features/tasks/catalogue.server";
import { noteRefusedAccess } from "~/features/tasks/refused-access.server";
import { timeStyleOf } from "~/features/users/preferences.server";
import { bodyLimitOf, limitBody } from "~/http/body-limit.server";
import { inTurnOf, isCostly } from "~/http/expensive-requests.server";
import { isSecret } from "~/http/form.server";
import * as say from "~/http/http-copy";
import { hostOf } from "~/http/origin.server";
import { payloadRoutes } from "~/http/payload.server";
import {
  badRequest,
  forbidden,
  jsonError,
  methodNotAllowed,
  noSuchPage,
  pagePath,
  tooManyAtOnce,
  wantsJson,
} from "~/http/refusals.server";
import { notesOf } from "~/http/request-notes.server";
import { addSecurityHeaders } from "~/http/security-headers.server";
import { leave, leaveInTime, whenLeaving } from "~/http/shutdown.server";
import { type FilePart, readUploadForm } from "~/http/upload-form.server";
import { startJobs } from "~/jobs.server";
import { buildInfo } from "~/lib/build-info.server";
import { TooManyWaiting, turnsPerKey } from "~/lib/concurrency-limit";
import { learnDeskZone } from "~/lib/desk-zone.server";
import { keepFilesPrivate } from "~/lib/file-modes.server";
import { log, logTrouble, logUnexpected, requestNotes, withNotes } from "~/lib/log.server";
import { settings } from "~/lib/settings.server";
import { takeTimeStyleFrom, USUAL_STYLE } from "~/lib/time-style";
import { registerAllSubjects } from "~/subjects.server";

/*
 * The front door: what a server loads, ours (build-scripts/serve) or remix-serve, is the server build with every loader and action
 * behind this file. A route that does not say `export const access = "public"` is never reached without a session, whatever the
 * method or the kind of request. Why here and not in the root loader: docs/decisions/0003-front-door.md.
 */

type Route = NonNullable<ServerBuild["routes"][string]>;
type Args = LoaderFunctionArgs | ActionFunctionArgs;

/** Lets a request in, or throws. Returns its session; null when nobody is signed in or the route doesn't need one. */
async function enter(route: Route, { request, context }: Args): Promise<Session | null> {
  const notes = notesOf(request, context);
  const cleared = clearConflicts(request);
  if (cleared.length > 0) notes.cookies = cleared;
  const isPublic = (route.module as { access?: string }).access === "public";
  // Public files and API routes don't depend on who asks, so `/readyz` doesn't wait for a session.
  const session = isPublic && !isPage(route) ? null : await openSession(db, request, context, Date.now());
  if (session) {
    await knowCatalogue(db, session.catalogueVersion);
    await knowSites(db, session.sitesVersion);
    learnDeskZone(session.deskZone);
    notes.personId = session.viewer.id;
    notes.times = timeStyleOf(session.viewer);
  }
  if (route.id.length > (notes.route?.length ?? 0)) notes.route = route.id;
  if (!isPublic) {
    const isForm = request.method === "POST" && route.module.default !== undefined;
    const parks = session === null && isForm && !isOpenPage(request);
    const parked = parks ? await parkForm(db, request, Date.now()) : [];
    requireSession(request, session, { isPage: isPage(route), parked });
  }
  // Behind the gate, as all that is said of a request. Not from the root: the page that says so has its name from there.
  if (notes.dataParameter && route.id !== "root") throw badRequest(say.dataParameter);
  return session;
}

/** Whether people see it; the others are files, and answers for programs. */
const isPage = ({ module }: Route) => module.default !== undefined || module.ErrorBoundary !== undefined;

/** Concurrent requests per session; more wait in order. */
const perSession = turnsPerKey<string>(32);

/** Queues a request behind the same person's others, so that one person can't keep everyone else waiting. */
async function inTurn<T>(route: Route, session: Session | null, request: Request, work: () => Promise<T>): Promise<T> {
  if (!session) return work();
  const { idHash, viewer } = session;
  const isForm = request.method === "POST";
  const isRead = !isForm || !isPage(route); // the forms of pages change something
  const answer = isRead && isCostly(route.id) ? () => inTurnOf(viewer.id, request, work) : work;
  // Without the signal, a form is carried out even if its browser has gone while it waited.
  return perSession(idHash, answer, isForm ? undefined : request.signal).catch((error) => {
    throw error instanceof TooManyWaiting ? tooManyAtOnce() : error;
  });
}

/** The route as the server may use it. */
function guarded(route: Route): Route {
  const { loader, action } = route.module;
  const answer = <T>(args: Args, work: () => Promise<T>) =>
    withNotes(notesOf(args.request, args.context), () =>
      withHeaders(args, () => (isPage(route) ? forPeople(args, work) : forPrograms(args, work))),
    );

  const module: Route["module"] = { ...route.module };
  if (loader) {
    module.loader = (args) =>
      answer(args, async () => {
        const session = await enter(route, args);
        if (!isPage(route)) onlyAsItself(args.request, loader === action);
        return inTurn(route, session, args.request, async () => loader(args));
      });
  }
  if (!action && !isPage(route)) {
    // Remix itself would say "Unexpected Server Error".
    module.action = (args) =>
      answer(args, async () => {
        await enter(route, args);
        throw methodNotAllowed();
      });
  }
  if (action) {
    module.action = (args) =>
      answer(args, async () => {
        if (requestNotes()?.foreignOrigin) throw forbidden(say.fromAnotherSite);
        const request = limitBody(args.request, bodyLimitOf(args.request, route.module as { uploads?: boolean }));
        const session = await enter(route, { ...args, request });
        return inTurn(route, session, request, async () => action({ ...args, request }));
      });
  }
  return { ...route, module };
}

/** Gives an answer its headers. Those of documents and data are made elsewhere: by `entry.server`. */
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
 * A file or an answer for programs is no data of a page: Remix would hold it in memory to wrap it. Nor is it options, of which
 * a loader that `judgesMethods`, being the action too, says so itself.
 */
function onlyAsItself(request: Request, judgesMethods: boolean) {
  if (request.method === "OPTIONS" && !judgesMethods) throw methodNotAllowed();
  if (requestNotes()?.dataAddress) throw noSuchPage(request);
}

/** Pages: a refusal goes to the error page, and so does what was not foreseen, with the id under which it is logged. */
async function forPeople<T>(args: Args, work: () => Promise<T>): Promise<T> {
  const { request } = args;
  try {
    return await work();
  } catch (error) {
    logRefusal(args, error);
    if (isForeseen(error) || request.signal.aborted) throw error;
    const { name: siteName } = siteOf(hostOf(request, settings())); // the root may be what has failed
    const trouble = databaseTrouble(error);
    if (trouble) {
      logTrouble(error, trouble);
      const { message, ...answer } = troubled(trouble, request.method === "POST");
      throw Response.json({ message, written: await wordsIn(request), siteName }, answer);
    }
    logUnexpected(error);
    const reference = requestNotes()?.id ?? null;
    throw data({ reference, siteName }, { status: 500, statusText: say.internalServerError });
  }
}

/** Logs a refusal in the security log, without waiting for it. */
function logRefusal({ request, context }: Args, error: unknown) {
  const notes = requestNotes();
  if (!(error instanceof Response) || ![403, 404].includes(error.status) || notes?.foreignOrigin) return;
  const refused = { status: error.status, path: pagePath(request), ip: notes?.clientAddress ?? null };
  const now = Date.now();
  void openSession(db, request, context, now)
    .then((session) => session && noteRefusedAccess(db, session.viewer, refused, now))
    .catch((err) => log.warn({ err }, "Refused access could not be logged"));
}

/** Routes without a page of their own: a refusal becomes JSON for those who read JSON. */
async function forPrograms<T>(args: Args, work: () => Promise<T>): Promise<T | Response> {
  const { request } = args;
  try {
    return await work();
  } catch (error) {
    logRefusal(args, error);
    const isGone = request.signal.aborted; // nobody is there to be told, and an upload that breaks off is no trouble
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

/** What somebody wrote in a form that could not be answered, for the page that says so. */
async function wordsIn(request: Request): Promise<string> {
  if (request.method !== "POST") return "";
  if (!request.bodyUsed) await readUploadForm(request, skipFile).catch(() => {}); // it was not even asked who sends it
  return salvagedTextOf([...(requestNotes()?.form ?? [])].filter(([name]) => !isSecret(name)));
}

async function skipFile({ bytes }: FilePart) {
  for await (const _ of bytes); // it has to pass by before what stands behind it can be read
}

/** Refusals and redirects are thrown as answers; everything else is a bug. */
const isForeseen = (error: unknown) =>
  error instanceof Response || (error as { type?: unknown } | null)?.type === "DataWithResponseInit";

keepFilesPrivate();
buildInfo(); // read while it is ours: the files of the next build may lie there before this process ends
takeTimeStyleFrom(() => requestNotes()?.times ?? USUAL_STYLE);
const isCounted = settings().metricsPort !== null || settings().metricsToken !== null;
registerAllSubjects();
const jobs = startJobs();
whenLeaving(() => {
  void liveOf(db).stop(); // open pages go to others
  void jobs.stop(); // others do what is due
});
leaveInTime(() => jobs.stop().then(() => db.destroy()));

/** What our own server asks of the product beside its routes (build-scripts/serve); remix-serve does without. */
export const product = {
  log,
  leave,
  countRequest: isCounted ? await countRequests(db, () => liveOf(db).count()) : undefined,
};
export type Product = typeof product;

export * from "@remix-run/dev/server-build";

/** The browser's files as build-scripts/merge-chunks.ts has joined them; while developing, as the compiler writes them. */
export const assets: ServerBuild["assets"] = joinedAssets() ?? build.assets;

function joinedAssets(): ServerBuild["assets"] | null {
  const file = new URL("./assets.json", import.meta.url);
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as ServerBuild["assets"]) : null;
}

const pages = build.routes as ServerBuild["routes"];
export const routes: ServerBuild["routes"] = Object.fromEntries(
  Object.entries({ ...pages, ...payloadRoutes(pages) }).map(([id, route]) => [id, route && guarded(route)]),
);
