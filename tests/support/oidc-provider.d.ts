/** The part of oidc-provider that our test uses; the package has no types. */
declare module "oidc-provider" {
  import type { Server } from "node:http";

  type Claims = { sub: string; email: string; email_verified: boolean };

  export default class Provider {
    constructor(
      issuer: string,
      configuration: {
        clients: { client_id: string; client_secret: string; redirect_uris: string[] }[];
        claims: Record<string, string[]>;
        cookies: { keys: string[] };
        pkce: { required: () => boolean };
        findAccount: (context: unknown, id: string) => { accountId: string; claims: () => Claims };
      },
    );
    listen(port: number, host: string, ready: () => void): Server;
  }
}
