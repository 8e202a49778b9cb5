import { isRouteErrorResponse, useLocation, useRouteError } from "@remix-run/react";
import { type ReactNode, useEffect } from "react";
import { readErrorBody } from "~/lib/refusal";
import { ButtonLink } from "./button";
import { TextArea } from "./field";
import * as say from "./ui-copy";

const listeners = new Set<() => void>();

function announcePageFailure() {
  for (const listener of listeners) listener();
}

/** Calls `listener` whenever a page fails to render; the loading bar turns red. Returns an unsubscribe function. */
export function onPageFailure(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

type PageError = {
  status: number;
  title: string;
  /** Equals the title when there is nothing to add. */
  message: string;
  /** The request id to look up in the log; null for refusals, which explain themselves. */
  reference: string | null;
  written: string;
};

/** Builds the error page. Reveals nothing internal about unexpected errors. */
export function describeError(error: unknown): PageError {
  const known = isRouteErrorResponse(error) ? error : null;
  const status = known && Number.isInteger(known.status) ? known.status : 500;
  const title = status === 404 ? say.pageNotFound : known?.statusText.trim() || say.internalServerError;
  const { message, written } = readErrorBody(known?.data);
  return { status, title, message: message || title, reference: referenceIn(known?.data), written };
}

function referenceIn(data: unknown) {
  const given = typeof data === "object" && data !== null && "reference" in data ? data.reference : null;
  return typeof given === "string" ? given : null;
}

/**
 * Rewrites the address in a 404 message as the address bar shows it: the router re-encodes the query before it asks the
 * server.
 */
export function asInAddressBar(message: string, { pathname, search }: Pick<Location, "pathname" | "search">): string {
  const [, sentence = "", named = ""] = /^([^/]*: )(\/.*)$/s.exec(message) ?? [];
  const shown = pathname + search;
  return named && asRouterSpells(named) === asRouterSpells(shown) ? sentence + shown : message;
}

function asRouterSpells(address: string): string {
  const [path = "", query] = address.split(/\?(.*)/s);
  const parameters = [...new URLSearchParams(query)].filter(([name, value]) => name !== "index" || value);
  return `${path.replace(/\/$/, "")}?${new URLSearchParams(parameters)}`;
}

/** The error page, inside the layout or alone. `again`: the address to retry, if that may help. */
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
      {/* Unexpected errors have no message beyond the title; this adds the next step. */}
      {ours && <p className="error-message">{say.somethingWentWrong}</p>}
      {ours && reference && <p className="error-reference">{say.errorReference(reference)}</p>}
      {written && (
        <TextArea
          label={say.yourText}
          name="written"
          hint={say.notSavedHint}
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
 * The error boundary of every route: `export { RouteError as ErrorBoundary } from "~/ui/route-error"`. `children` adds a
 * route's own content.
 */
export function RouteError({ children }: { children?: ReactNode }) {
  const error = useRouteError();
  const described = describeError(error);
  const { pathname, search } = useLocation();
  // Don't lead away from text that exists nowhere else.
  const again = described.status === 503 && !described.written ? pathname + search : undefined;
  if (typeof document !== "undefined") described.message = asInAddressBar(described.message, window.location);
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
