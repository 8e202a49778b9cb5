/** The part of s3rver our tests use; the package comes without types. */
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
    /** Of Koa, in the order in which they are asked. */
    middleware: ((
      context: { req: IncomingMessage; status: number; body: string },
      next: () => Promise<void>,
    ) => Promise<void>)[];
    run(): Promise<{ address: string; port: number }>;
    close(): Promise<void>;
  }
}
