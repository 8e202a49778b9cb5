export type Watchdog = {
  /** Records a sign of life. */
  answered: () => void;
  stop: () => void;
};

/** Calls `onSilence` once, after `silenceMs` without a sign of life. */
export function startWatchdog(silenceMs: number, onSilence: () => void): Watchdog {
  let last = Date.now();
  const timer = setInterval(() => {
    if (Date.now() - last < silenceMs) return;
    clearInterval(timer);
    onSilence();
  }, silenceMs / 10);
  return {
    answered() {
      last = Date.now();
    },
    stop: () => clearInterval(timer),
  };
}
