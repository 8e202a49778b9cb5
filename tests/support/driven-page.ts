/** A browser page with the few operations that every driver supports. */
export type DrivenPage = {
  goto: (address: string) => Promise<void>;
  reload: () => Promise<void>;
  /** Runs a function in the page. It can use only its arguments. */
  evaluate: <Args extends unknown[], Result>(run: (...args: Args) => Result, ...args: Args) => Promise<Result>;
  /** Clicks at these coordinates, in pixels from the window's upper left corner. */
  click: (x: number, y: number) => Promise<void>;
  /** Types into the focused element. */
  type: (text: string) => Promise<void>;
  close: () => Promise<void>;
};

const PATIENCE_MS = 20_000;
const PAUSE_MS = 50;

/** Polls until the answer is truthy. An error counts as no answer: the page may be navigating. */
export async function until<Answer>(
  what: string,
  ask: () => Promise<Answer | null | undefined | false>,
): Promise<Answer> {
  let trouble: unknown;
  for (const begin = performance.now(); performance.now() - begin < PATIENCE_MS; ) {
    try {
      const answer = await ask();
      if (answer) return answer;
      trouble = undefined;
    } catch (error) {
      trouble = error;
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  throw new Error(`Timed out waiting until ${what}`, { cause: trouble });
}

/** A user's actions on a page and the waits between them, by the names of controls. */
export function userActions(page: DrivenPage, { hasScripts }: { hasScripts: boolean }) {
  /** Waits until the page is complete and its scripts, if any, run. */
  const ready = () => until("the page is ready", () => page.evaluate(isReady, hasScripts));
  const look = (name: string, within: string) => page.evaluate(controlOf, name, within);

  async function press(name: string, within = "body") {
    await ready();
    const { x, y } = await until(`"${name}" in ${within} can be pressed`, () => look(name, within));
    await page.click(x, y);
  }

  return {
    async goto(address: string) {
      await page.goto(address);
      await ready();
    },
    async reload() {
      await page.reload();
      await ready();
    },
    press,
    async fill(name: string, text: string, within = "body") {
      await press(name, within);
      await page.type(text);
      await until(`"${name}" holds the typed text`, async () => (await look(name, within))?.value === text);
    },
    /** Waits until the control with this name holds this text. */
    holds: (name: string, text: string, within = "body") =>
      until(`"${name}" holds "${text}"`, async () => (await look(name, within))?.value === text),
    see: (text: string, within = "body") =>
      until(`"${text}" is visible in ${within}`, () => page.evaluate(isSeen, text, within)),
    covered: () => page.evaluate(coveredControls),
  };
}

/* Everything below runs in the page, each function on its own. */

/** A page that is being left can be complete and still show nothing for a moment. */
const isReady = (hasScripts: boolean) =>
  document.readyState === "complete" &&
  document.querySelector("main")?.checkVisibility() === true &&
  (!hasScripts || "session" in document.documentElement.dataset || !document.querySelector(`script[type="module"]`));

function isSeen(text: string, within: string) {
  const places = [...document.querySelectorAll<HTMLElement>(within)];
  return places.some((place) => place.checkVisibility() && place.innerText.includes(text));
}

/**
 * Finds the first control whose name equals or starts with this one and whose centre can be clicked. Scrolls it into
 * view.
 */
function controlOf(name: string, within: string) {
  const controls = [
    ...document.querySelectorAll<HTMLElement>(`:is(${within}) :is(a, button, summary, input, select, textarea)`),
  ];
  for (const control of controls) {
    const { labels, value } = control as HTMLInputElement;
    const called = (control.ariaLabel ?? (labels?.[0] ?? control).textContent ?? "").replace(/\s+/g, " ").trim();
    if (called !== name && !called.startsWith(`${name} `)) continue;
    if (!control.checkVisibility({ visibilityProperty: true })) continue;
    control.scrollIntoView({ block: "center", behavior: "instant" });
    const [box] = control.getClientRects();
    if (!box) continue;
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    if (control.contains(document.elementFromPoint(x, y))) return { x, y, value };
  }
  return null;
}

/** Finds visible controls whose centre is covered by something else, which would get the click. */
function coveredControls() {
  const controls = document.querySelectorAll<HTMLElement>("a[href], button, summary, input, select, textarea");
  const visible = [...controls].filter((control) => control.checkVisibility({ visibilityProperty: true }));

  /**
   * The element at the control's centre. Null if that is outside the window, or if the control is for screen readers
   * only.
   */
  function hitBy(control: HTMLElement) {
    const [box] = control.getClientRects();
    return box && box.width > 1 ? document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2) : null;
  }
  function isOwn(control: HTMLElement, hit: Element | null) {
    if (hit === null || control.contains(hit) || hit.closest("label")?.control === control) return true;
    // A link to a form that is already on screen lies under that form, out of sight.
    const target = control instanceof HTMLAnchorElement && control.hash ? document.querySelector(control.hash) : null;
    return target !== null && hit.closest("form")?.contains(target) === true;
  }

  const covered = visible.filter((control) => {
    scrollTo({ top: 0, behavior: "instant" });
    const hit = hitBy(control);
    if (hit && isOwn(control, hit)) return false; // no scrolling needed
    control.scrollIntoView({ block: "center", behavior: "instant" });
    return !isOwn(control, hitBy(control));
  });
  return {
    pressed: visible.length,
    covered: covered.map(({ tagName, className, textContent }) =>
      `${tagName} ${className} ${textContent}`.replace(/\s+/g, " ").slice(0, 60),
    ),
  };
}
