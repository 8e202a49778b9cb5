import { Outlet } from "@remix-run/react";

/** Every page but the login page has its scripts. */
export const handle = { hydrate: true };

/** The layout of every page but the login page. */
export default function AppLayout() {
  return (
    <main id="content">
      <Outlet />
    </main>
  );
}

export { RouteError as ErrorBoundary } from "~/ui/route-error";
