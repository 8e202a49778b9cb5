/** The part of s3rver that our tests use; the package has no types. */
declare module "s3rver" {
  import type { IncomingMessage } from "node:http";

  export default class S3rver {
    constructor(options: {
      address?: string;
      port?: number;
      silent?: boolean;
      directory: string;
      configureBuckets?: { name: string }[];
    });
    /** Koa middleware, in the order of calls. */
    middleware: ((
      context: { req: IncomingMessage; status: number; body: string },
      next: () => Promise<void>,
    ) => Promise<void>)[];
    run(): Promise<{ address: string; port: number }>;
    close(): Promise<void>;
  }
}
