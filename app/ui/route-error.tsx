import { isRouteErrorResponse, useRouteError } from "@remix-run/react";
import { useEffect } from "react";
import { ButtonLink } from "./button";
import { announcePageFailure } from "./page-failure";

export type PageError = {
  status: number;
  title: string;
  /** Equal to the title when there is no more to say. */
  message: string;
  /** The id of the request under which the log has the cause; null for refusals, which explain themselves. */
  reference: string | null;
};

/** What the generic error page says of an error. Nothing of the inside of what was not foreseen. */
export function describeError(error: unknown): PageError {
  const known = isRouteErrorResponse(error) ? error : null;
  const status = known && Number.isInteger(known.status) ? known.status : 500;
  const title = status === 404 ? "Page Not Found" : known?.statusText.trim() || "Internal Server Error";
  const message = typeof known?.data === "string" && known.data ? known.data : title;
  return { status, title, message, reference: referenceIn(known?.data) };
}

function referenceIn(data: unknown) {
  const given = typeof data === "object" && data !== null && "reference" in data ? data.reference : null;
  return typeof given === "string" ? given : null;
}

/** The error page, inside the layout or alone. */
export function ErrorView({ status, title, message, reference }: PageError) {
  const ours = status >= 500;
  return (
    <section className="error-page">
      <p className="error-code">{status}</p>
      <h1>{title}</h1>
      {message !== title && <p className="error-message">{status === 409 ? withLinks(message) : message}</p>}
      {ours && <p className="error-message">The fault is ours, not yours. Try again in a moment.</p>}
      {ours && reference && <p className="error-reference">Reference {reference}</p>}
      <ButtonLink look="primary" href="/">
        Go to the start page
      </ButtonLink>
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

/** In every route: `export { RouteError as ErrorBoundary } from "~/ui/route-error"`. */
export function RouteError() {
  const error = useRouteError();
  const described = describeError(error);
  const ours = described.status >= 500;
  useEffect(() => {
    if (ours) announcePageFailure();
  }, [ours]);
  return <ErrorView {...described} />;
}
