import { Injectable } from '@nestjs/common';
import { Metrics } from '@payments/observability';
import type { Connection } from '../domain/connection.js';
import type { EntryStatus } from '../domain/entry-state.js';
import type { EntriesOutcome, FileState } from '../domain/file-state.js';
import { resultKey } from '../domain/result-key.js';
import { idsByInstant } from './by-instant.js';
import { railsMetrics } from './metrics.table.js';
import { Entries, Files, StaleFileError } from './ports.js';
import type { RailResult, SentEntry } from './ports.js';
import { RecordResults } from './record-results.js';
import { TenantWork } from './tenant-work.js';

/** From which states entries follow their file. What was settled or returned by then stays so. */
const FROM: Readonly<Record<EntriesOutcome, readonly EntryStatus[]>> = {
  accepted: ['filed'],
  waiting: ['filed', 'accepted'],
  rejected: ['filed', 'accepted'],
};

/** Lets the entries of a file follow it: accepted by the bank, rejected, or waiting for another file. */
@Injectable()
export class FollowFiles {
  constructor(
    private readonly files: Files,
    private readonly entries: Entries,
    private readonly results: RecordResults,
    private readonly tenantWork: TenantWork,
    private readonly metrics: Metrics,
  ) {}

  async execute({ name }: Connection): Promise<void> {
    for (const file of await this.files.withEntriesDue(name)) await this.follow(file, file.entries_become!);
  }

  private async follow(file: FileState, outcome: EntriesOutcome): Promise<void> {
    const batches = await this.files.batches(file.id);
    for (const enterpriseId of new Set(batches.map(({ for_enterprise }) => for_enterprise))) {
      for (let moved = -1; moved !== 0;) {
        moved = await this.tenantWork.run(enterpriseId, () => this.moveSome(file, outcome));
        const labels = { connection: file.connection, state: outcome };
        this.metrics.count(railsMetrics.payments_rails_entries_total, labels, moved);
      }
    }
    try {
      await this.files.save(file, { ...file, entries_become: null });
    } catch (error) {
      // The file went on, or another worker was faster. What is left to do is read again.
      if (!(error instanceof StaleFileError)) throw error;
    }
  }

  private async moveSome(file: FileState, outcome: EntriesOutcome): Promise<number> {
    const entries = await this.entries.lockOfFile(file.id, FROM[outcome]);
    const decidedAt = file.acknowledged_at ?? file.uploaded_at ?? file.updated_at;
    for (const { at, ids } of idsByInstant(entries, (entry) => occurredAt(entry, decidedAt))) {
      await this.entries.move(ids, {
        ...{ to: outcome, at, code: file.code },
        ...(outcome === 'waiting' && { copies: copiesSent(file) }),
      });
    }
    if (outcome !== 'waiting') {
      await this.results.execute(entries.map((entry) => resultOf(entry, { outcome, file, decidedAt })));
    }
    return entries.length;
  }
}

// The last copy of a file that was taken back did not leave.
const copiesSent = ({ copies, state }: FileState) => (state === 'withdrawn' ? copies - 1 : copies);

// Banking time is never before the window, though real time may be in the sandbox. A file that an operator cut early may
// be with the bank as long before the end of the window as it was uploaded before it.
function occurredAt({ window_at, cut_at }: SentEntry, decidedAt: Date): Date {
  const earlyMs = cut_at.getTime() - decidedAt.getTime();
  if (earlyMs > 0) return new Date(window_at.getTime() - earlyMs);
  return window_at > decidedAt ? window_at : decidedAt;
}

interface Decision {
  readonly outcome: 'accepted' | 'rejected';
  readonly file: FileState;
  readonly decidedAt: Date;
}

function resultOf(entry: SentEntry, { outcome, file, decidedAt }: Decision): RailResult {
  const { end_to_end_id, trace, effective_date, settles_at } = entry;
  const isAccepted = outcome === 'accepted';
  return {
    ...{ key: resultKey(entry, isAccepted ? 'a' : 'x'), end_to_end_id, kind: outcome, trace },
    code: isAccepted ? null : file.code,
    occurred_at: occurredAt(entry, decidedAt),
    ...(isAccepted && entry.retimed && { retimed: { effective_date, settles_at } }),
  };
}
