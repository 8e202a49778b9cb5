import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { freePort } from "../support/free-port";

const DOCKERFILE = readFileSync("Dockerfile", "utf8");
const FINAL = DOCKERFILE.slice(DOCKERFILE.lastIndexOf("\nFROM "));
const UNIT = "docs/examples/taskdesk.service";

/** Paths in the repository that the final stage copies from the build stage. */
const TAKEN = [...FINAL.matchAll(/^COPY --from=build (.+)$/gm)].flatMap(([, words = ""]) =>
  words
    .split(" ")
    .slice(0, -1)
    .map((path) => path.replace("/taskdesk/", "")),
);

describe("the image", () => {
  test("copies existing files, runs as a non-root user and checks its health without other programs", () => {
    const copied = [...DOCKERFILE.matchAll(/^COPY (?!--from)(.+)$/gm)].flatMap(([, words = ""]) =>
      words.split(" ").slice(0, -1),
    );
    expect([...copied, ...TAKEN].filter((path) => !existsSync(path))).toEqual([]);
    const ignored = readFileSync(".dockerignore", "utf8").split("\n");
    expect(copied.filter((path) => !ignored.includes(`!${path}`))).toEqual([]);
    expect(FINAL).toMatch(/^USER [1-9]\d*:[1-9]\d*$/m);
    expect(FINAL).toMatch(/^HEALTHCHECK [\s\S]*?CMD \["node", /m);
    expect(FINAL).toMatch(/^STOPSIGNAL SIGTERM$/m);
    expect(FINAL).not.toMatch(/curl|wget|apt-get/);
  });
});

/** Another account if the tests run as root, who can write to any file. Otherwise, the folders are made read-only. */
const NOBODY = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};

describe.skipIf(process.platform !== "linux")("the image's content", () => {
  let tree: string;
  let data: string;
  beforeAll(() => {
    mkdirSync("tests/output", { recursive: true });
    tree = mkdtempSync("tests/output/image-");
    data = mkdtempSync(join(tmpdir(), "taskdesk-image-"));
    for (const folder of ["tests/output", tree]) chmodSync(folder, 0o755);
    for (const path of TAKEN.filter((path) => path !== "node_modules"))
      cpSync(path, join(tree, path), { recursive: true });
    linkPackages(join(tree, "node_modules"));
    if (NOBODY.uid) chownSync(data, NOBODY.uid, NOBODY.gid);
    else execFileSync("find", [tree, "-type", "d", "-exec", "chmod", "a-w", "{}", "+"]); // files are hard links to ours
  });
  afterAll(() => {
    execFileSync("find", [tree, "-type", "d", "-exec", "chmod", "u+w", "{}", "+"]);
    for (const folder of [tree, data]) rmSync(folder, { recursive: true, force: true });
  });

  /** Links packages as `npm ci --omit=dev` leaves them, without a network. */
  function linkPackages(target: string) {
    const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8")) as {
      packages: Record<string, { dev?: boolean; devOptional?: boolean }>;
    };
    for (const [path, { dev, devOptional }] of Object.entries(packages).sort()) {
      if (path === "" || dev || devOptional || !existsSync(path)) continue;
      const to = join(dirname(target), path);
      if (existsSync(to)) continue; // came with the package it is in
      mkdirSync(dirname(to), { recursive: true });
      execFileSync("cp", ["-al", path, to]);
    }
    for (const [path, { dev, devOptional }] of Object.entries(packages)) {
      if (dev || devOptional) rmSync(join(dirname(target), path), { recursive: true, force: true });
    }
  }

  const environment = (port: number): NodeJS.ProcessEnv => ({
    ...{ PATH: process.env.PATH, NODE_ENV: "production" as const, TASKDESK_AS_BUILT: "1", HOST: "127.0.0.1" },
    ...{ DATA_DIR: data, PORT: String(port), TMPDIR: data, LOG_LEVEL: "error" },
  });
  const command = (port: number, ...args: string[]) => {
    const options = { cwd: tree, env: environment(port), ...NOBODY };
    const child = spawn(process.execPath, ["build-scripts/taskdesk.mjs", ...args], options);
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (chunk) => {
        output += chunk;
      });
    }
    return { child, output: () => output, ended: once(child, "close").then(([code]) => code as number | null) };
  };

  test("starts, passes its own health check, backs up and ends without writing to its own folder", async () => {
    expect(existsSync(join(tree, "node_modules", "vitest"))).toBe(false); // no development dependencies
    const port = await freePort();
    const server = command(port, "start");
    await expect.poll(server.output).toContain("ready at");
    expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200);
    expect((await fetch(`http://127.0.0.1:${port}/login`)).status).toBe(200);
    const [, health = "[]"] = /CMD (\["node", "-e".*\])$/m.exec(FINAL) ?? [];
    const [program = "", ...args] = JSON.parse(health) as string[];
    execFileSync(program, args, { env: environment(port) });
    expect(() => execFileSync(program, args, { env: environment(port + 1) })).toThrow();

    const backup = command(port, "backup", join(data, "copy.db"));
    expect([await backup.ended, backup.output()]).toEqual([0, expect.stringContaining("Backed up to")]);
    server.child.kill("SIGTERM");
    expect(await server.ended).toBe(0);
    writeFileSync(join(data, "done"), "");
  });
});

describe.skipIf(!existsSync("/usr/bin/systemd-analyze"))("the systemd unit", () => {
  test("is valid and sandboxed", () => {
    const folder = mkdtempSync(join(tmpdir(), "taskdesk-unit-"));
    const unit = join(folder, "taskdesk.service");
    writeFileSync(unit, readFileSync(UNIT, "utf8").replace("/usr/bin/node", process.execPath));
    const analyze = (...args: string[]) =>
      execFileSync("systemd-analyze", [...args, unit], { encoding: "utf8", stdio: "pipe" });
    expect(analyze("verify", "--man=no")).toBe("");
    // Out of 10. A service without any of these restrictions scores 9.6.
    expect(analyze("security", "--offline=yes", "--threshold=20")).toContain("Overall exposure level");
    rmSync(folder, { recursive: true, force: true });
  });
});
