import { Injectable } from '@nestjs/common';
import { newId } from '@payments/kernel';
import { EventLog } from '@payments/messaging';
import { workContext } from '@payments/observability';
import { currentTransaction } from '@payments/persistence';
import { ToldReturnRates } from '../../application/ports.js';
import type { ToldRates } from '../../application/ports.js';
import type { ReturnRatesView } from '../../application/return-rates.view.js';

const TABLE = 'controls.return_rates';
const COLUMNS = 'originator, id, states, sequence';

@Injectable()
export class ToldReturnRatesRepository extends ToldReturnRates {
  constructor(private readonly events: EventLog) {
    super();
  }

  async find(originators?: readonly string[]): Promise<ReadonlyMap<string, ToldRates>> {
    const values = [workContext.enterpriseId()];
    const select = `SELECT ${COLUMNS} FROM ${TABLE} WHERE enterprise_id = $1`;
    const rows =
      originators === undefined
        ? await currentTransaction().query<ToldRates>(select, values, 'list-told-return-rates')
        : await currentTransaction().query<ToldRates>(
            `${select} AND originator = ANY($2::text[])`,
            [...values, originators],
            'find-told-return-rates',
          );
    return new Map(rows.map((row) => [row.originator, row]));
  }

  // A row that does not exist cannot be locked, so the lock is on its key. In one order, so that two cannot lock each other out.
  async lock(originators: readonly string[]): Promise<ReadonlyMap<string, ToldRates>> {
    // Separate statements, so that the rows are read after the locks are acquired.
    const [, told] = await Promise.all([
      currentTransaction().query(
        `SELECT pg_advisory_xact_lock(hashtextextended(key, 0)) FROM unnest($1::text[]) AS key`,
        [originators.map((originator) => `return-rates/${workContext.enterpriseId()}/${originator}`).toSorted()],
        'lock-told-return-rates',
      ),
      this.find(originators),
    ]);
    return told;
  }

  async save(told: readonly { readonly told: ToldRates; readonly rates: ReturnRatesView }[], now: Date): Promise<void> {
    if (told.length === 0) return;
    await currentTransaction().query(
      `INSERT INTO ${TABLE} (enterprise_id, ${COLUMNS}, updated_at)
       SELECT $1, ${COLUMNS}, $3 FROM jsonb_populate_recordset(NULL::${TABLE}, $2::jsonb)
       ON CONFLICT (enterprise_id, originator)
         DO UPDATE SET states = excluded.states, sequence = excluded.sequence, updated_at = excluded.updated_at`,
      [workContext.enterpriseId(), JSON.stringify(told.map((each) => each.told)), now],
      'save-told-return-rates',
    );
    await this.events.append(
      told.map(({ told: { id, sequence }, rates }) => ({
        ...{ id: newId(), type: 'return_rate_changed', resource_type: 'return_rate', resource_id: id, sequence },
        ...{ data: { return_rate: rates }, created_at: now },
      })),
    );
  }
}
