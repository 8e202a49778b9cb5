import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readSettings, SettingError, secretOf } from "~/lib/settings.server";

describe("settings", () => {
  test("have the defaults that the README lists", () => {
    const settings = readSettings({});
    expect(settings).toMatchObject({
      port: 3000,
      host: null,
      databaseUrl: null,
      databaseConnections: 10,
      databaseTimeoutSeconds: 30,
      adminEmail: "admin@localhost",
      adminPassword: null,
      authOrigin: null,
      authTrustHost: false,
      workers: 1,
      attachmentMib: 25,
      logLevel: "info",
      buildCheckSeconds: 3600,
      sessionRefreshSeconds: 0,
      sendingWindowSeconds: 10,
      metricsPort: null,
      metricsToken: null,
      bucket: null,
      mailListen: null,
      oidc: null,
    });
    expect(settings.dataDir).toBe(join(process.cwd(), "data"));
    expect([...settings.siteNames]).toContainEqual(["localhost", "Localhost"]);
    expect([...settings.siteNames.values()]).toEqual(["Localhost", "Taskdesk", "IT-HELP", "Teamsys"]);
  });

  test("parse pairs of host and label, ignoring spaces and the case of hosts", () => {
    const { siteNames } = readSettings({ SITE_NAMES: " Desk.Example.org = IT-HELP ,b=B," });
    expect([...siteNames]).toEqual([
      ["desk.example.org", "IT-HELP"],
      ["b", "B"],
    ]);
  });

  test.each([
    ["false", 0, 0],
    ["0", 0, 0],
    ["TRUE", 3600, 1],
    ["90", 90, 90],
  ])("behaviour 2 and 7.2: a period of %s is %i seconds for builds and %i for the session", (value, build, session) => {
    const settings = readSettings({ BUILD_CHECK_SECONDS: value, SESSION_REFRESH_SECONDS: value });
    expect([settings.buildCheckSeconds, settings.sessionRefreshSeconds]).toEqual([build, session]);
  });

  test.each([
    ["SENDING_WINDOW_SECONDS", "61"],
    ["DATABASE_CONNECTIONS", "1"],
    ["DATABASE_TIMEOUT_SECONDS", "-1"],
    ["METRICS_PORT", "65536"],
    ["METRICS_PORT", "3000"],
    ["METRICS_TOKEN", "too short"],
    ["MAIL_LISTEN", "yes"],
    ["MAIL_LISTEN", "127.0.0.1:65536"],
    ["MAIL_LISTEN", "imap://127.0.0.1:25"],
    ["PORT", "80a"],
    ["PORT", "-1"],
    ["PORT", "65536"],
    ["PORT", "1e3"],
    ["AUTH_TRUST_HOST", "maybe"],
    ["AUTH_ORIGIN", "desk.example.org"],
    ["AUTH_ORIGIN", "ftp://desk.example.org"],
    ["DATABASE_URL", "mysql://db"],
    ["SITE_NAMES", "desk.example.org"],
    ["SITE_NAMES", "a=b=c"],
    ["LOG_LEVEL", "loud"],
    ["ADMIN_EMAIL", "nobody"],
    ["ADMIN_PASSWORD", "short"],
    ["SESSION_SECRET", "too short"],
    ["BUILD_CHECK_SECONDS", "often"],
    ["AUTH_OIDC_ISSUER", "https://id.example.org"],
    ["S3_BUCKET", "https://s3.example.org/desk"],
    ["S3_BUCKET", "s3://desk"],
    ["S3_BUCKET", "https://s3.example.org/desk/files"],
    ["S3_BUCKET", "https://id:hunter2@s3.example.org/desk"],
  ])("name the variable whose value is invalid: %s=%s", (name, value) => {
    expect(() => readSettings({ [name]: value })).toThrow(SettingError);
    expect(() => readSettings({ [name]: value })).toThrow(name);
  });

  test.each([
    ["2525", { protocol: "lmtp", host: "127.0.0.1", port: 2525 }],
    ["0.0.0.0:24", { protocol: "lmtp", host: "0.0.0.0", port: 24 }],
    ["SMTP://[::1]:25", { protocol: "smtp", host: "::1", port: 25 }],
  ])("accept an address for incoming mail: %s", (value, mailListen) => {
    expect(readSettings({ MAIL_LISTEN: value })).toMatchObject({ mailListen });
  });

  test.each(["https://s3.example.org/desk-files", "https://desk-files.s3.example.org", "http://127.0.0.1:9000/desk"])(
    "accept a bucket URL: %s",
    (url) => {
      const keys = { S3_ACCESS_KEY_ID: "id", S3_SECRET_ACCESS_KEY: "a/secret+" };
      const wanted = { url, region: "us-east-1", accessKeyId: "id", secretAccessKey: "a/secret+" };
      expect(readSettings({ S3_BUCKET: `${url}/`, ...keys }).bucket).toEqual(wanted);
      const far = readSettings({ S3_BUCKET: url, S3_REGION: "eu-central-1", ...keys });
      expect(far.bucket).toEqual({ ...wanted, region: "eu-central-1" });
    },
  );

  test("never repeat a password or secret in an error message", () => {
    expect(() => readSettings({ ADMIN_PASSWORD: "hunter2" })).not.toThrow(/hunter2/);
    expect(() => readSettings({ DATABASE_URL: "mysql://desk:hunter2@db" })).not.toThrow(/hunter2/);
    expect(() => readSettings({ S3_BUCKET: "https://id:hunter2@s3/desk" })).not.toThrow(/hunter2/);
  });

  test("keep one generated secret that only its owner can read", () => {
    const dataDir = mkdtempSync(join(tmpdir(), "taskdesk-secret-"));
    const first = secretOf({ sessionSecret: null, dataDir });
    expect(first).toMatch(/^[0-9a-f]{64}$/);
    expect(secretOf({ sessionSecret: null, dataDir })).toBe(first);
    expect(statSync(join(dataDir, "secret")).mode & 0o777).toBe(0o600);
    expect(secretOf({ sessionSecret: "given", dataDir })).toBe("given");
    rmSync(dataDir, { recursive: true });
  });
});
