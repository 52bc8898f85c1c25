/** The source of time for all code, so that tests and the sandbox can move it. */
export abstract class Clock {
  abstract now(): Date;

  /** Monotonic milliseconds for durations within one process: its clock may be set back meanwhile. */
  abstract elapsedMs(): number;
}

/** The time of the machine. */
export class SystemClock extends Clock {
  now(): Date {
    return new Date();
  }

  elapsedMs(): number {
    return performance.now();
  }
}

/** A clock that stands still until a test moves it. */
export class FixedClock extends Clock {
  constructor(private instant: Date) {
    super();
  }

  now(): Date {
    return new Date(this.instant);
  }

  elapsedMs(): number {
    return this.instant.getTime();
  }

  advance(ms: number): void {
    this.instant = new Date(this.instant.getTime() + ms);
  }
}
