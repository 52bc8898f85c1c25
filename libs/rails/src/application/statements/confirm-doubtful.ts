import { Injectable } from '@nestjs/common';
import type { Connection } from '../../domain/connection.js';
import { isInstantRail } from '../../domain/entry-state.js';
import { type FileState, type FileStatus, isCopy } from '../../domain/file-state.js';
import { instructionId } from '../../domain/iso20022/message-ids.js';
import { wordsOf } from '../../domain/statements/batch-name.js';
import { type BookedLine, type StatementMatch } from '../../domain/statements/match-statement.js';
import { AcknowledgeFiles } from '../inbound/acknowledge-files.js';
import { FollowStatuses } from '../inbound/follow-statuses.js';
import { uetrOfEntry } from '../messages/payments-of-file.js';
import { Entries, Files, type SentEntry } from '../ports.js';
import { TenantWork } from '../tenant-work.js';
import { DerivePostings } from './derive-postings.js';

const AT_MOST = 1_000;
const BOOKED_STATES = ['filed', 'accepted', 'settled'] as const;
const ALL_STATES = ['filed', 'accepted', 'settled', 'returned', 'rejected'] as const;

/** A line that names a payment or a file is proof that the bank has it, when nothing else has said so. */
@Injectable()
export class ConfirmDoubtful {
  constructor(
    private readonly files: Files,
    private readonly entries: Entries,
    private readonly tenantWork: TenantWork,
    private readonly follow: FollowStatuses,
    private readonly acknowledge: AcknowledgeFiles,
    private readonly derivePostings: DerivePostings,
  ) {}

  /** Payments without a status have no posting. What a line names, to the cent, is accepted, and has one afterwards. */
  async messages(connection: Connection, lines: readonly BookedLine[]): Promise<void> {
    // An operator may have confirmed what no status tells of, or said that it is to go out again.
    const sent = await this.sent(connection, ['doubtful', 'uploaded', 'sealed']);
    const messages = sent.filter(({ rail, purpose }) => isInstantRail(rail) && purpose === 'payments');
    const isNamed = namedBy(messages.length === 0 ? [] : lines);
    for (const file of messages) {
      if ((await this.accept(file, isNamed)) === 0) continue;
      await this.follow.received(connection, file, [{ outcome: 'accepted' }]);
      await this.follow.told(file, await this.entriesOf(file));
    }
    await this.derivePostings.execute(connection);
  }

  /** Postings of a file in doubt stand from when it was sealed; a line that refers to one of them shows that it arrived. */
  async filesOf(connection: Connection, matches: readonly StatementMatch[]): Promise<void> {
    const ids = matches.flatMap(({ by, postings }) => (by === 'reference' ? postings.flatMap((p) => p.file_ids) : []));
    if (ids.length === 0) return;
    const found = new Set(ids);
    const sent = await this.sent(connection, ['doubtful', 'sealed']);
    const named = sent.filter(({ id, rail }) => !isInstantRail(rail) && found.has(id));
    await this.acknowledge.proveReceived(named.map(({ id }) => id));
  }

  private async sent({ name }: Connection, states: readonly FileStatus[]): Promise<FileState[]> {
    const found = await this.files.list({ connection: name, states }, AT_MOST);
    return found.filter((file) => file.state !== 'sealed' || isCopy(file));
  }

  /** @returns how many payments a line names, also if it was interrupted after it accepted them. */
  private async accept(file: FileState, isNamed: (entry: SentEntry) => boolean): Promise<number> {
    let accepted = 0;
    for (const enterpriseId of await this.enterprisesOf(file)) {
      accepted += await this.tenantWork.run(enterpriseId, async () => {
        const named = (await this.entries.lockOfFile(file.id, BOOKED_STATES)).filter(isNamed);
        for (const entry of named.filter(({ state }) => state === 'filed')) {
          await this.entries.move([entry.id], { to: 'accepted', at: handedOverAt(entry), code: null });
        }
        return named.length;
      });
    }
    return accepted;
  }

  private async entriesOf(file: FileState): Promise<SentEntry[]> {
    const found: SentEntry[] = [];
    for (const enterpriseId of await this.enterprisesOf(file)) {
      found.push(...(await this.tenantWork.run(enterpriseId, () => this.entries.lockOfFile(file.id, ALL_STATES))));
    }
    return found;
  }

  private async enterprisesOf({ id }: FileState): Promise<Set<string>> {
    return new Set((await this.files.batches(id)).map(({ for_enterprise }) => for_enterprise));
  }
}

// The line has a day, and no time.
function handedOverAt({ window_at, occurred_at }: SentEntry): Date {
  return window_at > occurred_at ? window_at : occurred_at;
}

/** Whether a line takes the amount of a payment out of the account, and calls it by one of its ids. */
function namedBy(lines: readonly BookedLine[]): (entry: SentEntry) => boolean {
  // A word may be on every line of a statement.
  const cents = new Map<string, Set<bigint>>();
  for (const { direction, references, text, amount } of lines) {
    if (direction !== 'debit') continue;
    for (const name of [...references, ...wordsOf(text)]) {
      const amounts = cents.get(name);
      if (amounts === undefined) cents.set(name, new Set([amount]));
      else amounts.add(amount);
    }
  }
  return ({ id, end_to_end_id, trace, amount }) =>
    [end_to_end_id, trace, instructionId(id), uetrOfEntry(id)].some((name) => cents.get(name)?.has(amount));
}
