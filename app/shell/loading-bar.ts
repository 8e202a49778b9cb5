/** Numbers of the bar, in milliseconds. Source: seed, section 9. */
const THROTTLE_MS = 200;
const DURATION_MS = 2_000;
const HIDE_DELAY_MS = 500;
const RESET_DELAY_MS = 400;

/**
 * The bar at one moment.
 *
 * progress  0 to 100, the width it is drawn with
 * running   frames move the progress
 * failed    drawn in the error colour
 * timer     the one timer that is due: what ends when it fires, and after how many milliseconds. A new object means
 *           a new timer; whoever runs the bar drops the old one.
 */
export type LoadingBar = {
  visible: boolean;
  progress: number;
  running: boolean;
  failed: boolean;
  timer: { ends: "throttle" | "hide" | "reset"; after: number } | null;
};

export type LoadingBarEvent =
  | { type: "start" }
  | { type: "set"; progress: number }
  | { type: "frame"; elapsed: number }
  | { type: "timer" }
  | { type: "finish"; failed?: boolean };

/** Nothing is loading; the state of every freshly loaded page. */
export const RESTING: LoadingBar = { visible: false, progress: 0, running: false, failed: false, timer: null };

/**
 * How far a navigation seems to be after `elapsed` milliseconds: 50 at half of DURATION_MS, nearing 100 for ever.
 * Source: Nuxt's loading indicator, (200/π) · arctan(2t/d).
 */
export function estimatedProgress(elapsed: number) {
  const percent = (200 / Math.PI) * Math.atan((2 * elapsed) / DURATION_MS);
  return Math.min(100, Math.max(0, percent));
}

/** What the bar becomes when something happens to it. Knows no clock: elapsed times come in with the events. */
export function nextLoadingBar(bar: LoadingBar, event: LoadingBarEvent): LoadingBar {
  switch (event.type) {
    case "start":
      return begin(bar, 0);
    case "set":
      return event.progress >= 100 ? finish(bar, false) : begin(bar, Math.max(0, event.progress));
    case "frame":
      return bar.running ? { ...bar, progress: estimatedProgress(event.elapsed) } : bar;
    case "timer":
      return afterTimer(bar);
    case "finish":
      return finish(bar, event.failed ?? false);
  }
}

/** A bar that is still in sight stays so: the second of two navigations takes over the bar of the first. */
function begin(bar: LoadingBar, progress: number): LoadingBar {
  const timer = { ends: "throttle", after: THROTTLE_MS } as const;
  return { visible: bar.visible, progress, running: false, failed: false, timer };
}

function finish(bar: LoadingBar, failed: boolean): LoadingBar {
  if (!bar.visible) return bar === RESTING || bar.timer?.ends !== "throttle" ? bar : RESTING; // quicker than the throttle
  if (bar.timer?.ends === "hide") return failed ? { ...bar, failed } : bar; // ended already
  const timer = { ends: "hide", after: HIDE_DELAY_MS } as const;
  return { visible: true, progress: 100, running: false, failed, timer };
}

function afterTimer(bar: LoadingBar): LoadingBar {
  switch (bar.timer?.ends) {
    case "throttle":
      return { ...bar, visible: true, running: true, timer: null };
    case "hide":
      return { ...bar, visible: false, timer: { ends: "reset", after: RESET_DELAY_MS } };
    case "reset":
      return RESTING;
    case undefined:
      return bar;
  }
}

/**
 * How much wider than the bar its background is, in percent, so that scaling the bar does not squeeze a gradient.
 * At 0 nothing is drawn and nothing is stretched.
 */
export function backgroundStretch(progress: number) {
  return progress > 0 ? (100 / progress) * 100 : 0;
}
