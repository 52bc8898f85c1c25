import { parentProcess, processCommand, processIdentity } from '../embedded-postgres/index.js';

/** npm passes a Ctrl-C on to us although the terminal sent it already, so the same key press comes twice. */
const SAME_KEY_PRESS_MS = 500;
const NPM_POLL_MS = 200;

/** A request to stop: the first signal asks for a clean stop, a later one for a fast stop. */
export class StopRequest {
  private readonly stop = new AbortController();
  private readonly hurry = new AbortController();
  private firstAt = 0;

  /** Aborted when the service must stop. */
  readonly signal = this.stop.signal;
  /** Aborted when it must stop immediately. */
  readonly hurrySignal = this.hurry.signal;

  listen(): void {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => this.request());
    this.followNpm();
  }

  request(): void {
    if (!this.signal.aborted) {
      this.firstAt = performance.now();
      this.stop.abort();
    } else if (performance.now() - this.firstAt > SAME_KEY_PRESS_MS) {
      this.hurry.abort();
    }
  }

  /**
   * npm runs us through a shell, which forwards no signals, and a killed npm sends none: the end of either counts as a
   * signal, because the service would otherwise be orphaned.
   */
  private followNpm(): void {
    const parent = process.ppid;
    const npm = [parent, parentProcess(parent) ?? 0].find((pid) => /\bnpm\b/.test(processCommand(pid) ?? ''));
    if (npm === undefined) return;
    const identity = processIdentity(npm);
    const timer = setInterval(() => {
      if (process.ppid === parent && processIdentity(npm) === identity) return;
      clearInterval(timer);
      this.request();
    }, NPM_POLL_MS);
    timer.unref();
  }
}
