import { Injectable } from '@nestjs/common';
import { Transactions } from '@payments/persistence';
import type { ParticipationEntry } from './participation-file.js';

const BATCH = 2_000;

/** Replaces the loaded directory for all enterprises. Readers see the old one until the new one is complete. */
@Injectable()
export class LoadParticipation {
  constructor(private readonly transactions: Transactions) {}

  /** Without entries, the directory becomes empty. `written` is called with the number of entries so far. */
  async execute(entries: readonly ParticipationEntry[], written: (count: number) => void = () => {}): Promise<void> {
    await this.transactions.run({ role: 'maintenance' }, async (transaction) => {
      // Two loads at once would each delete what the other has not yet written.
      await transaction.query('LOCK TABLE transfers.participation IN SHARE ROW EXCLUSIVE MODE');
      await transaction.query('DELETE FROM transfers.participation');
      for (let start = 0; start < entries.length; start += BATCH) {
        const batch = entries.slice(start, start + BATCH);
        await transaction.query(
          `INSERT INTO transfers.participation (routing_number, rtp, fednow)
           SELECT * FROM unnest($1::text[], $2::boolean[], $3::boolean[])`,
          [batch.map((each) => each.routing_number), batch.map((each) => each.rtp), batch.map((each) => each.fednow)],
        );
        written(start + batch.length);
      }
    });
  }
}
