import { Injectable } from '@nestjs/common';
import { Transactions } from '@payments/persistence';
import type { AchBank } from './fedach-file.js';
import { withParticipants } from './network-file.js';
import type { Network } from './network-file.js';
import type { ParticipationEntry } from './participation-file.js';

const BATCH = 2_000;

type Written = (count: number) => void;

interface Table {
  readonly name: string;
  /** Takes the rows as JSON. */
  readonly insert: string;
}

const PARTICIPATION: Table = {
  name: 'transfers.participation',
  insert: `INSERT INTO transfers.participation (routing_number, rtp, fednow)
    SELECT * FROM jsonb_to_recordset($1::jsonb) AS entry(routing_number text, rtp boolean, fednow boolean)`,
};

const ACH_BANKS: Table = {
  name: 'transfers.ach_banks',
  insert: `INSERT INTO transfers.ach_banks (routing_number, new_routing_number, name)
    SELECT * FROM jsonb_to_recordset($1::jsonb) AS bank(routing_number text, new_routing_number text, name text)`,
};

/** Replaces loaded directories for all enterprises. Readers see the old one until the new one is complete. */
@Injectable()
export class LoadParticipation {
  constructor(private readonly transactions: Transactions) {}

  /** Without entries, the directory becomes empty. `written` is called with the number of entries so far. */
  async execute(entries: readonly ParticipationEntry[], written?: Written): Promise<void> {
    await this.replace(PARTICIPATION, () => entries, written);
  }

  /** Replaces the participants of one network; those of the other stay. @returns the whole directory */
  network(network: Network, routingNumbers: readonly string[], written?: Written): Promise<ParticipationEntry[]> {
    const next = (loaded: readonly ParticipationEntry[]) => withParticipants(loaded, network, routingNumbers);
    return this.replace<ParticipationEntry>(PARTICIPATION, next, written);
  }

  /** Replaces the banks that ACH reaches. Without banks, it is not known which, and it reaches all. */
  async banks(banks: readonly AchBank[], written?: Written): Promise<void> {
    await this.replace<AchBank>(ACH_BANKS, () => banks, written);
  }

  private replace<Row>(
    { name, insert }: Table,
    next: (loaded: readonly Row[]) => readonly Row[],
    written: Written = () => {},
  ): Promise<Row[]> {
    return this.transactions.run({ role: 'maintenance' }, async (transaction) => {
      // Two loads at once would each delete what the other has not yet written.
      await transaction.query(`LOCK TABLE ${name} IN SHARE ROW EXCLUSIVE MODE`);
      const rows = [...next(await transaction.query<Row & object>(`SELECT * FROM ${name}`))];
      await transaction.query(`DELETE FROM ${name}`);
      for (let start = 0; start < rows.length; start += BATCH) {
        const batch = rows.slice(start, start + BATCH);
        await transaction.query(insert, [JSON.stringify(batch)]);
        written(start + batch.length);
      }
      return rows;
    });
  }
}
