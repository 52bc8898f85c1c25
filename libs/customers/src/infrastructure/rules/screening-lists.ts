import { ConfigError } from '@payments/config';
import type { Config } from '@payments/config';
import type { Log, Metrics } from '@payments/observability';
import { customerMetrics } from '../../application/metrics.table.js';
import { versionOf } from './list-files.js';
import { Screening } from './screening.js';
import { listPath, loadScreeningList } from './screening-list.js';

export interface LoadedList {
  readonly screening: Screening;
  readonly digest: string;
  readonly placedAt: Date;
}

const SUPERSEDED =
  'SCREENING_LIST_FILE: another worker has a newer list; copy that list to this machine, or touch this file to use it everywhere';

/** The list that this process screens against, replaced when its files are. */
export class ScreeningLists {
  private broken: string | undefined;
  private isSuperseded = false;
  private seen: string;
  private read: string;

  private constructor(
    private readonly config: Config,
    private readonly reports: { readonly log: Log; readonly metrics: Metrics },
    private loaded: LoadedList,
    stamp: string,
  ) {
    this.seen = stamp;
    this.read = stamp;
  }

  /** @throws ConfigError when there is no list, or it is broken. */
  static async load(
    config: Config,
    reports: { readonly log: Log; readonly metrics: Metrics },
  ): Promise<ScreeningLists> {
    const { loaded, entries, stamp } = await load(config);
    reports.metrics.set(customerMetrics.payments_screening_list_entries, {}, entries);
    return new ScreeningLists(config, reports, loaded, stamp);
  }

  get current(): LoadedList {
    return this.loaded;
  }

  /**
   * Loads replaced files once they look the same twice. An invalid list is reported, and the previous one stays in force.
   * Returns whether the list changed.
   */
  async refresh(): Promise<boolean> {
    const { log, metrics } = this.reports;
    try {
      const { stamp } = await versionOf(listPath(this.config));
      const isSettled = stamp === this.seen;
      this.seen = stamp;
      if (!isSettled || stamp === this.read) return false;
      // Before the attempt: a broken list is read and reported once.
      this.read = stamp;
      const { loaded, entries } = await load(this.config);
      const isOther = loaded.digest !== this.loaded.digest;
      this.loaded = loaded;
      metrics.set(customerMetrics.payments_screening_list_entries, {}, entries);
      this.report(() => (this.broken = undefined));
      log.info('screening_list_loaded', { count: entries, subject: loaded.digest });
      return isOther;
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      this.report(() => (this.broken = error.message));
      return false;
    }
  }

  /** Why the current files are not in force; undefined when they are. */
  get problem(): string | undefined {
    if (this.broken !== undefined) return this.broken;
    return this.isSuperseded ? SUPERSEDED : undefined;
  }

  /** Reports whether another worker has put a newer list in force. */
  supersede(isSuperseded: boolean): void {
    this.report(() => (this.isSuperseded = isSuperseded));
  }

  private report(change: () => void): void {
    const before = this.problem;
    change();
    const { problem } = this;
    this.reports.metrics.set(customerMetrics.payments_screening_list_refused, {}, problem === undefined ? 0 : 1);
    if (problem !== undefined && problem !== before)
      this.reports.log.error('screening_list_refused', { reason: problem });
  }
}

async function load(config: Config): Promise<{ loaded: LoadedList; entries: number; stamp: string }> {
  const { entries, digest, placedAt, stamp } = await loadScreeningList(config);
  return { loaded: { screening: await Screening.build(entries), digest, placedAt }, entries: entries.length, stamp };
}
