import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import * as say from "./lib-copy";
import { randomToken } from "./random.server";

const LOG_LEVELS = ["silent", "fatal", "error", "warn", "info", "debug", "trace"] as const;

/** An S3-compatible bucket. */
export type Bucket = {
  /** Address without a trailing slash: `https://s3.example.org/desk-files`, or `https://desk-files.s3.example.org`. */
  url: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
};

/** The mail listener's address and protocol. */
export type MailListen = { protocol: "lmtp" | "smtp"; host: string; port: number };

/** An invalid setting; the message names the variable. */
export class SettingError extends Error {
  override name = "SettingError";
}

const SAMPLE_SITES =
  "localhost=Localhost,desk.example.com=Taskdesk,it-help.example.com=IT-HELP,teamsys.example.com=Teamsys";

export type Settings = ReturnType<typeof readSettings>;

/** Reads every setting from the environment. Throws `SettingError` for the first invalid one. */
export function readSettings(env: Record<string, string | undefined>) {
  const text = (name: string) => env[name]?.trim() || null;

  function wholeNumber(name: string, fallback: number, min: number, max: number): number {
    const raw = text(name);
    if (raw === null) return fallback;
    const value = Number(raw);
    if (!/^\d+$/.test(raw) || value < min || value > max) {
      throw new SettingError(`${name} must be a whole number from ${min} to ${max}, but is "${raw}".`);
    }
    return value;
  }

  /** An interval in seconds: `false` turns it off, `true` is the default. */
  function period(name: string, fallback: number, usual: number): number {
    const word = text(name)?.toLowerCase();
    if (word === "false") return 0;
    return word === "true" ? usual : wholeNumber(name, fallback, 0, 31_536_000);
  }

  function yesNo(name: string): boolean {
    const raw = text(name)?.toLowerCase() ?? "";
    if (["", "0", "false", "no", "off"].includes(raw)) return false;
    if (["1", "true", "yes", "on"].includes(raw)) return true;
    throw new SettingError(`${name} must be 1 or 0, but is "${raw}".`);
  }

  function url(name: string, protocols: string[]): URL | null {
    const raw = text(name);
    if (raw === null) return null;
    const value = URL.canParse(raw) ? new URL(raw) : null;
    if (!value || !protocols.includes(value.protocol)) {
      const starts = protocols.map((protocol) => `${protocol}//`).join(" or ");
      throw new SettingError(`${name} must be a URL that starts with ${starts}.`);
    }
    return value;
  }

  function oidc() {
    const issuer = url("AUTH_OIDC_ISSUER", ["http:", "https:"]);
    if (!issuer) return null;
    const clientId = text("AUTH_OIDC_CLIENT_ID");
    const clientSecret = text("AUTH_OIDC_CLIENT_SECRET");
    if (!clientId || !clientSecret) {
      throw new SettingError("AUTH_OIDC_ISSUER also needs AUTH_OIDC_CLIENT_ID and AUTH_OIDC_CLIENT_SECRET.");
    }
    return { issuer: issuer.href, clientId, clientSecret, name: text("AUTH_OIDC_NAME") ?? say.singleSignOn };
  }

  function bucket(): Bucket | null {
    const address = url("S3_BUCKET", ["http:", "https:"]);
    if (!address) return null;
    const path = address.pathname.replace(/\/$/, "");
    if (path.lastIndexOf("/") > 0 || address.search || address.hash || address.username || address.password) {
      throw new SettingError(
        "S3_BUCKET must be the URL of a bucket with nothing after the bucket's name, such as https://s3.example.org/desk-files.",
      );
    }
    const accessKeyId = text("S3_ACCESS_KEY_ID");
    const secretAccessKey = text("S3_SECRET_ACCESS_KEY");
    if (!accessKeyId || !secretAccessKey) {
      throw new SettingError("S3_BUCKET also needs S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.");
    }
    return { url: address.origin + path, region: text("S3_REGION") ?? "us-east-1", accessKeyId, secretAccessKey };
  }

  /** "127.0.0.1:2525", "[::1]:2525" or only a port, with the protocol before it if it isn't LMTP. */
  function mailListen(): MailListen | null {
    const raw = text("MAIL_LISTEN");
    if (raw === null) return null;
    const {
      protocol = "lmtp",
      host,
      port,
    } = /^(?:(?<protocol>lmtp|smtp):\/\/)?(?:(?<host>[\w.-]+|\[[\da-f:.]+\]):)?(?<port>\d{1,5})$/i.exec(raw)?.groups ??
    {};
    if (port === undefined || Number(port) > 65_535) {
      throw new SettingError(`MAIL_LISTEN must be an address and port like "127.0.0.1:2525", but is "${raw}".`);
    }
    return {
      protocol: protocol.toLowerCase() as MailListen["protocol"],
      host: host?.replace(/^\[(.*)\]$/, "$1") ?? "127.0.0.1",
      port: Number(port),
    };
  }

  const logLevel = LOG_LEVELS.find((level) => level === (text("LOG_LEVEL") ?? "info").toLowerCase());
  if (!logLevel) throw new SettingError(`LOG_LEVEL must be one of ${LOG_LEVELS.join(", ")}.`);

  const adminEmail = text("ADMIN_EMAIL") ?? "admin@localhost";
  if (!/^[^\s@]+@[^\s@]+$/.test(adminEmail)) throw new SettingError("ADMIN_EMAIL must be an email address.");
  const adminPassword = env.ADMIN_PASSWORD || null;
  if (adminPassword && adminPassword.length < 8) throw new SettingError("ADMIN_PASSWORD needs at least 8 characters.");

  const sessionSecret = text("SESSION_SECRET");
  if (sessionSecret && sessionSecret.length < 32) {
    throw new SettingError("SESSION_SECRET needs at least 32 characters; `openssl rand -hex 32` makes a good one.");
  }

  const metricsPort = wholeNumber("METRICS_PORT", 0, 0, 65_535) || null;
  if (metricsPort !== null && metricsPort === wholeNumber("PORT", 3000, 0, 65_535)) {
    throw new SettingError("METRICS_PORT must differ from PORT.");
  }
  const metricsToken = text("METRICS_TOKEN");
  if (metricsToken && !/^[!-~]{16,}$/.test(metricsToken)) {
    throw new SettingError(
      "METRICS_TOKEN needs at least 16 characters without spaces; `openssl rand -hex 32` makes a good one.",
    );
  }

  url("DATABASE_URL", ["postgres:", "postgresql:"]);

  return {
    port: wholeNumber("PORT", 3000, 0, 65_535),
    /** Address to listen on; null means all. */
    host: text("HOST"),
    /** Absolute path of the folder with database, files and generated secret. */
    dataDir: resolve(text("DATA_DIR") ?? "data"),
    /** `postgres://…`, or null for the SQLite file in `dataDir`. */
    databaseUrl: text("DATABASE_URL"),
    databaseConnections: wholeNumber("DATABASE_CONNECTIONS", 10, 2, 200),
    /** PostgreSQL's limit for one statement; 0 for none. */
    databaseTimeoutSeconds: wholeNumber("DATABASE_TIMEOUT_SECONDS", 30, 0, 3_600),
    /** Null: generated once and kept in `dataDir`. */
    sessionSecret,
    adminEmail,
    /** Null: a random one, printed once. */
    adminPassword,
    /** Public origin such as `https://desk.example.org`, without a trailing slash. */
    authOrigin: url("AUTH_ORIGIN", ["http:", "https:"])?.origin ?? null,
    authTrustHost: yesNo("AUTH_TRUST_HOST"),
    /** Labels by host name, lower case and without port. */
    siteNames: readSiteNames(text("SITE_NAMES") ?? SAMPLE_SITES),
    workers: wholeNumber("WORKERS", 1, 1, 64),
    attachmentMib: wholeNumber("ATTACHMENT_MIB", 25, 1, 100),
    logLevel,
    buildCheckSeconds: period("BUILD_CHECK_SECONDS", 3600, 3600),
    sessionRefreshSeconds: period("SESSION_REFRESH_SECONDS", 0, 1),
    /** How long an agent can undo a reply before it goes out; 0 turns it off. */
    sendingWindowSeconds: wholeNumber("SENDING_WINDOW_SECONDS", 10, 0, 60),
    /** A separate port for Prometheus metrics, open to anyone who can reach it; null for none. */
    metricsPort,
    /** Token for reading the same metrics at /metrics; null turns that off. */
    metricsToken,
    /** Storage for attached files; null for `dataDir`. */
    bucket: bucket(),
    /** Where a mail server hands mail over; null for nowhere. */
    mailListen: mailListen(),
    /** An OpenID Connect sign-in provider; null for none. */
    oidc: oidc(),
  };
}

function readSiteNames(pairs: string): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const pair of pairs.split(",").filter((part) => part.trim() !== "")) {
    const [host, label, ...rest] = pair.split("=").map((part) => part.trim());
    if (!host || !label || rest.length > 0) {
      throw new SettingError(`SITE_NAMES must be pairs like "desk.example.org=IT-HELP", but has "${pair.trim()}".`);
    }
    names.set(host.toLowerCase(), label);
  }
  return names;
}

let parsed: Settings | undefined;

export function settings(): Settings {
  parsed ??= readSettings(process.env);
  return parsed;
}

/** Returns the secret for signing: the configured one, or one generated on first use and kept in the data folder. */
export function secretOf({ sessionSecret, dataDir }: Pick<Settings, "sessionSecret" | "dataDir">): string {
  if (sessionSecret) return sessionSecret;
  const file = join(dataDir, "secret");
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  try {
    // "wx" fails if the file exists: if two processes start at once, one writes and both read the same secret.
    writeFileSync(file, `${randomToken()}\n`, { flag: "wx", mode: 0o600 });
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== "EEXIST") throw cause;
  }
  return readFileSync(file, "utf8").trim();
}
