import type { Config } from '@payments/config';
import type { DataDir } from '../data-directory/data-dir.js';
import type { Terminal } from '../terminal.js';

/** The data directory of a start, and whether it has the only database of the service. */
export interface StartPlace {
  readonly dataDir: DataDir;
  readonly ownsDatabase: boolean;
}

/** The steps of a start besides running the processes. The command line provides them. */
export interface StartSteps {
  readonly terminal: Terminal;
  /** Path of the compiled main.js of a process. */
  readonly programOf: (name: 'api' | 'worker') => string;
  /** Whether the address responds with 200. */
  readonly isReady: (url: string) => Promise<boolean>;
  /** Migrates the database schema. Returns how many migrations it applied. */
  readonly migrate: (config: Config) => Promise<number>;
  /** Prepares what clients need, before the processes start. Returns a function for the output once they are ready. */
  readonly prepare: (config: Config, place: StartPlace) => Promise<() => Promise<string>>;
  /** What the service is started for: it stops when this ends. Without it, the service runs until a signal. */
  readonly work?: (signal: AbortSignal) => Promise<void>;
}
