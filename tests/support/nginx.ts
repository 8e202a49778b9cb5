import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "./free-port";

export type Nginx = {
  /** https origin, with `ca` as its certificate. */
  origin: string;
  /** Plain http origin. */
  plainOrigin: string;
  ca: string;
  /** Names of the files in which nginx buffers request bodies. */
  bufferedBodies: () => Promise<string[]>;
  /** Its log of requests and errors. */
  logs: () => Promise<string>;
  stop: () => Promise<void>;
};

/**
 * Starts nginx in front of servers on these ports, with the example from the documentation. Replaces only names, ports
 * and files in it. The servers need `origin` before nginx starts, so `port` comes from `freePort`.
 */
export async function startNginx(program: string, port: number, servers: readonly number[]): Promise<Nginx> {
  const folder = await mkdtemp(join(tmpdir(), "taskdesk-nginx-"));
  const [key, certificate, bodies] = ["key.pem", "certificate.pem", "body"].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  await mkdir(bodies);
  execFileSync(
    "openssl",
    [
      ...["req", "-x509", "-nodes", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-days", "2"],
      ...["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-keyout", key, "-out", certificate],
    ],
    { stdio: "pipe" },
  );
  const plainPort = await freePort();
  const site = replacing(await readFile("docs/examples/nginx.conf", "utf8"), [
    ["/etc/ssl/desk.example.org.pem", certificate],
    ["/etc/ssl/private/desk.example.org.key", key],
    ["desk.example.org", "localhost"],
    ["listen 80;", `listen 127.0.0.1:${plainPort};`],
    ["listen 443 ", `listen 127.0.0.1:${port} `],
    [/^.*\[::\].*\n/gm, ""], // not every machine has IPv6
    ["127.0.0.1:3001", `127.0.0.1:${servers[0]}`],
    ["127.0.0.1:3002", `127.0.0.1:${servers[1]}`],
    ["/var/log/nginx/", `${folder}/`],
  ]);
  await writeFile(join(folder, "nginx.conf"), around(site, folder));
  const child = spawn(program, ["-p", folder, "-c", "nginx.conf", "-e", "stderr"], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  child.stderr.on("data", (chunk) => {
    said += chunk;
  });
  const ended = once(child, "close");
  for (let attempt = 0; !(await answers(port)); attempt++) {
    if (child.exitCode !== null || attempt > 200) throw new Error(`nginx doesn't answer:\n${said}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return {
    origin: `https://localhost:${port}`,
    plainOrigin: `http://localhost:${plainPort}`,
    ca: await readFile(certificate, "utf8"),
    bufferedBodies: () => readdir(bodies),
    logs: async () => {
      const written = (await readdir(folder)).filter((name) => name.endsWith(".log"));
      return (await Promise.all(written.map((name) => readFile(join(folder, name), "utf8")))).join("") + said;
    },
    async stop() {
      child.kill("SIGTERM");
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Throws if a text to replace is missing: the example would not be what the test assumes. */
function replacing(text: string, changes: readonly (readonly [string | RegExp, string])[]) {
  let result = text;
  for (const [from, to] of changes) {
    const changed = result.replaceAll(from, to);
    if (changed === result) throw new Error(`The nginx example doesn't contain ${from}.`);
    result = changed;
  }
  return result;
}

/** The relevant parts of Debian's nginx.conf around a site, with everything nginx writes in one folder. */
const around = (site: string, folder: string) => `
daemon off;
${process.getuid?.() === 0 ? "user root;" : ""}
worker_processes 1;
pid ${folder}/nginx.pid;
events { worker_connections 768; }
http {
  default_type application/octet-stream;
  gzip on;
  sendfile on;
  tcp_nopush on;
  access_log off;
  error_log stderr;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  scgi_temp_path ${folder}/scgi;
  uwsgi_temp_path ${folder}/uwsgi;
${site}
}
`;

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => resolve(true)).once("error", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });
}
