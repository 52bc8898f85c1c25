/** Where all code takes the time from, so that tests and the sandbox can move it. */
export abstract class Clock {
  abstract now(): Date;

  /** Milliseconds that only go on, for what one process measures: its clock may be set back meanwhile. */
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
