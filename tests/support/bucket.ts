import { createHash, createHmac } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AwsClient } from "aws4fetch";
import S3rver from "s3rver";
import type { Bucket } from "~/lib/settings.server";

export type TestBucket = {
  bucket: Bucket;
  /** Settings that make a server use this bucket. */
  settings: Record<string, string>;
  /** Names of all objects. */
  keys: () => Promise<string[]>;
  /** Stores an object directly, without our code. */
  putObject: (key: string, content: string) => Promise<void>;
  /** Stops the server to simulate a network failure; `bringUp` starts it again at the same address. */
  takeDown: () => Promise<void>;
  bringUp: () => Promise<void>;
  stop: () => Promise<void>;
};

/** An empty bucket on its own S3 server. */
export async function aBucket(): Promise<TestBucket> {
  const directory = await mkdtemp(join(tmpdir(), "taskdesk-bucket-"));
  let port = 0;
  let server: S3rver;
  async function begin() {
    server = new S3rver({ address: "127.0.0.1", port, silent: true, directory, configureBuckets: [{ name: "desk" }] });
    server.middleware.unshift(async (context, next) => {
      if (isSigned(context.req, keys.secretAccessKey)) return next();
      context.status = 403;
      context.body = "<Error><Code>SignatureDoesNotMatch</Code></Error>";
    });
    ({ port } = await server.run());
  }
  const keys = { accessKeyId: "S3RVER", secretAccessKey: "S3RVER" };
  await begin();
  const url = `http://127.0.0.1:${port}/desk`;
  const aws = new AwsClient({ ...keys, service: "s3", region: "us-east-1", retries: 0 });
  let isUp = true;
  return {
    bucket: { url, region: "us-east-1", ...keys },
    settings: {
      S3_BUCKET: url,
      S3_ACCESS_KEY_ID: keys.accessKeyId,
      S3_SECRET_ACCESS_KEY: keys.secretAccessKey,
    },
    async keys() {
      const answer = await aws.fetch(`${url}/`);
      return [...(await answer.text()).matchAll(/<Key>(.*?)<\/Key>/g)].map(([, key = ""]) => key);
    },
    async putObject(key, content) {
      const answer = await aws.fetch(`${url}/${key}`, { method: "PUT", body: content });
      if (!answer.ok) throw new Error(`${answer.status} for ${key}`);
    },
    async bringUp() {
      await begin();
      isUp = true;
    },
    async takeDown() {
      isUp = false;
      await server.close();
    },
    async stop() {
      if (isUp) await server.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

const hmac = (key: string | Buffer, text: string) => createHmac("sha256", key).update(text).digest();
const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

/** Whether a request has an AWS Signature Version 4 made with this secret. s3rver itself accepts any signature. */
function isSigned({ method = "", url = "", headers }: IncomingMessage, secret: string): boolean {
  const said = /^AWS4-HMAC-SHA256 Credential=\w+\/([^,]+), SignedHeaders=([^,]+), Signature=(\w+)$/;
  const [, scope = "", names = "", signature] = said.exec(headers.authorization ?? "") ?? [];
  const { pathname, searchParams } = new URL(url, "http://localhost");
  const query = [...searchParams].map((pair) => pair.map(encodeURIComponent).join("=")).sort();
  const lines = names.split(";").map((name) => `${name}:${headers[name]}\n`);
  const content = String(headers["x-amz-content-sha256"]);
  const path = pathname.split("/").map((part) => encodeURIComponent(decodeURIComponent(part)));
  const asked = [method, path.join("/"), query.join("&"), lines.join(""), names, content].join("\n");
  const key = scope.split("/").reduce<string | Buffer>(hmac, `AWS4${secret}`);
  const text = ["AWS4-HMAC-SHA256", headers["x-amz-date"], scope, sha256(asked)].join("\n");
  return hmac(key, text).toString("hex") === signature;
}
