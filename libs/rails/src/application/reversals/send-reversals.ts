import { Injectable } from '@nestjs/common';
import { MINUTE_MS } from '@payments/kernel';
import { Log } from '@payments/observability';
import { nextCuts } from '../../domain/ach-windows.js';
import type { Cut } from '../../domain/ach-windows.js';
import type { Connection } from '../../domain/connection.js';
import type { NewEntry } from '../../domain/entry-state.js';
import { cutoffOf } from '../../domain/file-rules.js';
import { planReversal, reversalEndToEndId, whyNotReversible } from '../../domain/reversal.js';
import type { ReversibleEntry } from '../../domain/reversal.js';
import { RailExceptions } from '../inbound/ports.js';
import { Entries, OrderTimes } from '../ports.js';
import type { OrderMoment } from '../ports.js';
import { referenceOf } from '../reference.js';
import { TenantWork } from '../tenant-work.js';
import { reversalException } from './reversal-exception.js';
import { Reversals } from './ports.js';
import type { Reversal } from './ports.js';

/** Enough to find a window of any rail, over any holidays. */
const BANKING_DAYS = 5;

/** Makes entries of approved reversals, for the next window of the rail of the entry that they take back. */
@Injectable()
export class SendReversals {
  constructor(
    private readonly reversals: Reversals,
    private readonly entries: Entries,
    private readonly exceptions: RailExceptions,
    private readonly times: OrderTimes,
    private readonly tenantWork: TenantWork,
    private readonly log: Log,
  ) {}

  async execute(connection: Connection): Promise<void> {
    for (const enterpriseId of await this.reversals.enterprisesWithDue(connection.name)) {
      // Before the entries: an operator must see each as long as its money may be in suspense.
      const announced = await this.tenantWork.run(enterpriseId, () => this.announced(enterpriseId, connection));
      await this.exceptions.add(announced);
      const ids = new Set(announced.map(({ id }) => id));
      await this.tenantWork.run(enterpriseId, async () => {
        const moment = await this.times.read();
        for (const reversal of await this.reversals.lockDue(connection.name)) {
          if (ids.has(reversal.id)) await this.make({ enterpriseId, connection, moment }, reversal);
        }
      });
    }
  }

  private async announced(enterpriseId: string, { name }: Connection) {
    const exceptions = [];
    for (const reversal of await this.reversals.lockDue(name)) {
      const original = await this.reversals.lockEntry({ id: reversal.reverses });
      exceptions.push(reversalException(reversal, { original: original!, enterpriseId }));
    }
    return exceptions;
  }

  private async make(making: Making, reversal: Reversal): Promise<void> {
    const { enterpriseId, connection, moment } = making;
    const original = (await this.reversals.lockEntry({ id: reversal.reverses }))!;
    const cut = cutFor(original, connection, moment);
    const refused = whyNotReversible(original, moment.at) ?? (cut === undefined ? NO_WINDOW : undefined);
    if (refused === undefined)
      await this.entries.add(reversal.id, [entryOf(making, { reversal, original, cut: cut! })]);
    else this.log.warn('rails_reversal_refused', { enterprise_id: enterpriseId, reason: refused });
    await this.reversals.markMade(reversal.id, refused ?? null);
  }
}

const NO_WINDOW = 'the connection does not carry the rail of the entry any more';

interface Making {
  readonly enterpriseId: string;
  readonly connection: Connection;
  readonly moment: OrderMoment;
}

const cutFor = ({ rail }: ReversibleEntry, connection: Connection, { at }: OrderMoment): Cut | undefined =>
  nextCuts(connection, at, BANKING_DAYS).find((cut) => cut.rail === rail);

function entryOf(
  { enterpriseId, connection, moment }: Making,
  { reversal, original, cut }: { readonly reversal: Reversal; readonly original: ReversibleEntry; readonly cut: Cut },
): NewEntry {
  const { id, reverses } = reversal;
  const end_to_end_id = reversalEndToEndId(id);
  const { windowAt: window_at, effectiveDate: effective_date, settlesAt: settles_at } = cut;
  const cut_at = moment.real(window_at);
  const graceMs = connection.timing.settlement_grace_minutes * MINUTE_MS;
  return {
    ...{ id, end_to_end_id, order_batch_id: id, reverses, rail: original.rail, amount: original.amount },
    ...{ occurred_at: moment.at, code: null, window_at, effective_date, settles_at, cut_at },
    cutoff_at: cutoffOf(cut_at, connection),
    settle_at: moment.real(new Date(settles_at.getTime() + graceMs), window_at),
    ...planReversal(original, { connection, cut, reference: referenceOf(enterpriseId, end_to_end_id) }),
  };
}
