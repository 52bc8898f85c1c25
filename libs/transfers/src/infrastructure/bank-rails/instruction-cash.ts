import { Injectable } from '@nestjs/common';
import { newYorkDate } from '@payments/kernel';
import { Cash } from '@payments/ledger';
import { LedgerCash } from '@payments/rails';
import type { SettledEntry } from '@payments/rails';
import { BankingTime } from '../../application/banking-time.js';
import { InstructionOwners } from '../../application/instruction-owners.js';
import { Reconciliations } from '../../application/reconcile.js';

/** The cash of instructions in the ledger: of transfers and of what other contexts send. */
@Injectable()
export class InstructionCash extends LedgerCash {
  constructor(
    private readonly owners: InstructionOwners,
    private readonly cash: Cash,
    private readonly bankingTime: BankingTime,
    private readonly reconciliations: Reconciliations,
  ) {
    super();
  }

  async ofOrders(endToEndIds: readonly string[]): Promise<SettledEntry[]> {
    const subjects = await this.owners.subjects(endToEndIds);
    const idOf = new Map(subjects.map((each) => [placeOf(each), each.end_to_end_id]));
    const movements = await this.cash.ofSubjects([...new Set(subjects.map(({ subject_id }) => subject_id))]);
    return movements.flatMap((movement) => {
      const end_to_end_id = idOf.get(placeOf(movement));
      if (end_to_end_id === undefined) return [];
      const kind = movement.kind.startsWith('reverse_') ? 'returned' : 'settled';
      return [{ end_to_end_id, kind, day: newYorkDate(movement.banking_at), cents: movement.cents }];
    });
  }

  // Entries run ahead of the time at which they are posted, never behind it: by the clock of the sandbox, and each by what its own
  // result was ahead of it.
  async balance(before: Date): Promise<bigint> {
    const { now, at } = await this.bankingTime.read();
    const ahead = at.getTime() - now.getTime() + this.bankingTime.reportsAheadMs;
    return -(await this.cash.before(before, new Date(before.getTime() - ahead)));
  }

  isBehind(): Promise<boolean> {
    return this.reconciliations.hasPendingResults();
  }
}

const placeOf = ({ subject_id, leg, attempt }: { subject_id: string; leg: string; attempt: number }) =>
  `${subject_id} ${leg} ${attempt}`;
