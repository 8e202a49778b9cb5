import type { Settings } from "~/lib/settings.server";
import { BASE_PATH } from "./auth-request.server";
import { EXTERNAL_ID } from "./external.server";

export type Provider = { id: string; name: string; type: "credentials" | "oauth" };

/** The ways to sign in: always by password, and with an external provider where one is configured. */
export function providersOf({ oidc }: Pick<Settings, "oidc">): Provider[] {
  const byPassword: Provider = { id: "credentials", name: "Credentials", type: "credentials" };
  return oidc ? [byPassword, { id: EXTERNAL_ID, name: oidc.name, type: "oauth" }] : [byPassword];
}

/** The same as clients read them: keyed by id, with absolute addresses and without secrets. */
export function providersAnswer(providers: Provider[], origin: string) {
  return Object.fromEntries(
    providers.map(({ id, name, type }) => {
      const address = (action: string) => `${origin}${BASE_PATH}/${action}/${id}`;
      return [id, { id, name, type, signinUrl: address("signin"), callbackUrl: address("callback") }];
    }),
  );
}
