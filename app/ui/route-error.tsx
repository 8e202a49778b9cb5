import { isRouteErrorResponse, useRouteError } from "@remix-run/react";

/** Status, title and description of an error, as the generic error page shows them (behaviour.md 4.2). */
export function describeError(error: unknown): { status: number; title: string; message: string } {
  const known = isRouteErrorResponse(error) ? error : null;
  const status = known && Number.isInteger(known.status) ? known.status : 500;
  const title = status === 404 ? "Page Not Found" : known?.statusText || "Internal Server Error";
  const message = typeof known?.data === "string" && known.data ? known.data : title;
  return { status, title, message };
}

export function RouteError() {
  const { status, title, message } = describeError(useRouteError());
  return (
    <section className="error-page">
      <p className="error-status">{status}</p>
      <h1>{title}</h1>
      <p>{message}</p>
      <a href="/">Go to the start page</a>
    </section>
  );
}
