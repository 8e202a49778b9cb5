/** In milliseconds. Source: seed, section 9. */
const THROTTLE_MS = 200;
const DURATION_MS = 2_000;
const HIDE_DELAY_MS = 500;
const RESET_DELAY_MS = 400;

/**
 * The state of the bar.
 *
 * progress  0 to 100, the drawn width
 * running   animation frames advance the progress
 * failed    drawn in the error colour
 * timer     the one pending timer: the phase it ends, and its delay in milliseconds. A new object replaces the old timer.
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

/** Nothing is loading: the initial state of every page. */
export const RESTING: LoadingBar = { visible: false, progress: 0, running: false, failed: false, timer: null };

/**
 * Estimates progress after `elapsed` milliseconds: 50 at half of DURATION_MS, then approaches 100. Source: Nuxt's loading
 * indicator, (200/π) · arctan(2t/d).
 */
export function estimatedProgress(elapsed: number) {
  const percent = (200 / Math.PI) * Math.atan((2 * elapsed) / DURATION_MS);
  return Math.min(100, Math.max(0, percent));
}

/** Reducer for the bar. Has no clock: events carry the elapsed time. */
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

/** A visible bar stays visible: a second navigation takes over the first one's bar. */
function begin(bar: LoadingBar, progress: number): LoadingBar {
  const timer = { ends: "throttle", after: THROTTLE_MS } as const;
  return { visible: bar.visible, progress, running: false, failed: false, timer };
}

function finish(bar: LoadingBar, failed: boolean): LoadingBar {
  if (!bar.visible) return bar === RESTING || bar.timer?.ends !== "throttle" ? bar : RESTING; // finished within the throttle
  if (bar.timer?.ends === "hide") return failed ? { ...bar, failed } : bar; // already finishing
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
 * Returns the background width in percent of the bar, so scaling the bar doesn't squash its gradient. At 0 nothing is
 * drawn.
 */
export function backgroundStretch(progress: number) {
  return progress > 0 ? (100 / progress) * 100 : 0;
}
