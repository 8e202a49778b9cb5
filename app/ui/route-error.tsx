import { isRouteErrorResponse, useLocation, useRouteError } from "@remix-run/react";
import { type ReactNode, useEffect } from "react";
import { readTurned } from "~/lib/refusal";
import { ButtonLink } from "./button";
import { TextArea } from "./field";
import * as say from "./ui-copy";

const listeners = new Set<() => void>();

/** Called by the error page when a page has failed while it was drawn. */
function announcePageFailure() {
  for (const listener of listeners) listener();
}

/** Tells `listener` of every failed page; the answer ends that. The loading bar turns red. */
export function onPageFailure(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

type PageError = {
  status: number;
  title: string;
  /** Equal to the title when there is no more to say. */
  message: string;
  /** The id of the request under which the log has the cause; null for refusals, which explain themselves. */
  reference: string | null;
  /** What was written in the form this answers; empty for what answers none. */
  written: string;
};

/** What the generic error page says of an error. Nothing of the inside of what was not foreseen. */
export function describeError(error: unknown): PageError {
  const known = isRouteErrorResponse(error) ? error : null;
  const status = known && Number.isInteger(known.status) ? known.status : 500;
  const title = status === 404 ? say.pageNotFound : known?.statusText.trim() || say.internalServerError;
  const { message, written } = readTurned(known?.data);
  return { status, title, message: message || title, reference: referenceIn(known?.data), written };
}

function referenceIn(data: unknown) {
  const given = typeof data === "object" && data !== null && "reference" in data ? data.reference : null;
  return typeof given === "string" ? given : null;
}

/**
 * The message of a 404 with its address as the window shows it. When the router follows a link, it spells the query anew
 * before it asks the server, which names what it was asked.
 */
export function asInSight(message: string, { pathname, search }: Pick<Location, "pathname" | "search">): string {
  const [, sentence = "", named = ""] = /^([^/]*: )(\/.*)$/s.exec(message) ?? [];
  const shown = pathname + search;
  return named && asRouterSpells(named) === asRouterSpells(shown) ? sentence + shown : message;
}

function asRouterSpells(address: string): string {
  const [path = "", query] = address.split(/\?(.*)/s);
  const parameters = [...new URLSearchParams(query)].filter(([name, value]) => name !== "index" || value);
  return `${path.replace(/\/$/, "")}?${new URLSearchParams(parameters)}`;
}

/** The error page, inside the layout or alone. `again`: the address to try again, where a moment may mend it. */
export function ErrorView({
  status,
  title,
  message,
  reference,
  written,
  again,
  children,
}: PageError & { again?: string | undefined; children?: ReactNode }) {
  const ours = status >= 500;
  return (
    <section className="error-page">
      <p className="error-code">{status}</p>
      <h1>{title}</h1>
      {message !== title && <p className="error-message">{status === 409 ? withLinks(message) : message}</p>}
      {/* Of what was not foreseen the description is the title, which stands above; this is what to do now. */}
      {ours && <p className="error-message">{say.faultIsOurs}</p>}
      {ours && reference && <p className="error-reference">{say.referenceOf(reference)}</p>}
      {written && (
        <TextArea
          label={say.whatYouWrote}
          name="written"
          hint={say.notSavedCopyIt}
          rows={Math.min(12, written.split("\n").length + 3)}
          defaultValue={written}
          readOnly
        />
      )}
      {children}
      <div className="buttons">
        {again && (
          <ButtonLink look="primary" href={again}>
            {say.tryAgain}
          </ButtonLink>
        )}
        <ButtonLink look={again ? "quiet" : "primary"} href="/">
          {say.goToTheStartPage}
        </ButtonLink>
      </div>
    </section>
  );
}

/** A sentence that says where to go on, with that address as a link. */
const withLinks = (message: string) =>
  message.split(/(\/tasks\/\d+)/).map((part) =>
    part.startsWith("/tasks/") ? (
      <a key={part} href={part}>
        {part}
      </a>
    ) : (
      part
    ),
  );

/**
 * In every route: `export { RouteError as ErrorBoundary } from "~/ui/route-error"`. `children` is what a route has to say
 * besides.
 */
export function RouteError({ children }: { children?: ReactNode }) {
  const error = useRouteError();
  const described = describeError(error);
  const { pathname, search } = useLocation();
  // Not away from words that are nowhere else.
  const again = described.status === 503 && !described.written ? pathname + search : undefined;
  if (typeof document !== "undefined") described.message = asInSight(described.message, window.location);
  const ours = described.status >= 500;
  useEffect(() => {
    if (ours) announcePageFailure();
  }, [ours]);
  return (
    <ErrorView {...described} again={again}>
      {children}
    </ErrorView>
  );
}
