import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type DrivenPage, until } from "./driven-page";
import { freePort } from "./free-port";

type Programs = { driver: string; screen: string; browser: string };

/** Starts WebKit's small browser on its own display, driven over the W3C protocol: https://www.w3.org/TR/webdriver2 */
export async function openWebKit(programs: Programs): Promise<DrivenPage> {
  const home = await mkdtemp(join(tmpdir(), "taskdesk-webkit-"));
  const screen = spawn(programs.screen, ["-displayfd", "1", "-screen", "0", "1280x900x24", "-nolisten", "tcp"], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  const [display] = await once(screen.stdout, "data");
  const port = await freePort();
  const driver = spawn(programs.driver, [`--port=${port}`], {
    stdio: "ignore",
    env: { ...process.env, HOME: home, XDG_RUNTIME_DIR: home, DISPLAY: `:${String(display).trim()}` },
  });

  /** Calls the driver and returns the `value` of its answer. */
  async function call<Value>(method: string, path: string, body?: unknown): Promise<Value> {
    const options = { method, ...(body !== undefined && { body: JSON.stringify(body) }) };
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, options);
    const { value } = (await answer.json()) as { value: Value };
    if (!answer.ok) throw new Error(`${method} ${path}: ${JSON.stringify(value)}`);
    return value;
  }

  async function close() {
    for (const child of [driver, screen]) await end(child);
    await rm(home, { recursive: true, force: true });
  }

  try {
    await until("the WebKit driver answers", () => call("GET", "/status"));
    const options = { binary: programs.browser, args: ["--automation"] };
    const capabilities = { alwaysMatch: { "webkitgtk:browserOptions": options } };
    const { sessionId } = await call<{ sessionId: string }>("POST", "/session", { capabilities });
    const session = `/session/${sessionId}`;
    await call("POST", `${session}/window/rect`, { x: 0, y: 0, width: 1280, height: 900 });
    const act = (actions: object[]) => call("POST", `${session}/actions`, { actions });
    return {
      goto: (url) => call("POST", `${session}/url`, { url }),
      reload: () => call("POST", `${session}/refresh`, {}),
      evaluate: (run, ...args) =>
        call("POST", `${session}/execute/sync`, { script: `return (${run}).apply(null, arguments)`, args }),
      async click(x, y) {
        const to = { type: "pointerMove", duration: 0, x: Math.round(x), y: Math.round(y) };
        const press = [to, { type: "pointerDown", button: 0 }, { type: "pointerUp", button: 0 }];
        await act([{ type: "pointer", id: "mouse", parameters: { pointerType: "mouse" }, actions: press }]);
      },
      async type(text) {
        const keys = [...text].flatMap((value) => [
          { type: "keyDown", value },
          { type: "keyUp", value },
        ]);
        await act([{ type: "key", id: "keyboard", actions: keys }]);
      },
      async close() {
        await call("DELETE", session); // also closes the browser
        await close();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function end(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  await ended;
}
