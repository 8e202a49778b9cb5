import { data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { LoginForm } from "~/features/auth/login-form";
import { loginPage } from "~/features/auth/login-page.server";
import { titled } from "~/features/branding/page-title";
import { Brand } from "~/ui/brand";
import { useNonce } from "~/ui/nonce";
import { useRootData } from "~/ui/root-data";

export const meta: MetaFunction = ({ matches }) => titled("Sign in", matches);

/** The one page for visitors without a session: the gate knows it by its address, and sends all others to the start page. */
export function loader({ request }: LoaderFunctionArgs) {
  const { page, cookies } = loginPage(request);
  return data(page, { headers: cookies.map((cookie): [string, string] => ["Set-Cookie", cookie]) });
}

/** Its own layout, and its own small script instead of the application's. */
export default function LoginPage() {
  const page = useLoaderData<typeof loader>();
  const root = useRootData();
  const nonce = useNonce();
  return (
    <div className="login">
      <main>
        <Brand name={root?.siteName} />
        <h1 className="unseen">Sign in</h1>
        <LoginForm {...page} csrfToken={root?.csrfToken ?? ""} />
      </main>
      <script src="/login.js" nonce={nonce} defer />
    </div>
  );
}
