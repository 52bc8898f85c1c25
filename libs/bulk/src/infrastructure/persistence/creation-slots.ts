import { Injectable } from '@nestjs/common';
import { workContext } from '@payments/observability';
import { currentTransaction } from '@payments/persistence';
import { CreationSlots } from '../../application/ports.js';

const SLOTS = 4;

/** Slots as advisory locks, which the end of a transaction frees, also that of a worker that dies. */
@Injectable()
export class AdvisorySlots extends CreationSlots {
  async take(): Promise<boolean> {
    const name = `bulk/${workContext.enterpriseId()}`;
    for (let slot = 1; slot <= SLOTS; slot += 1) {
      const [row] = await currentTransaction().query<{ taken: boolean }>(
        `SELECT pg_try_advisory_xact_lock(hashtextextended($1, $2)) AS taken`,
        [name, slot],
        'take-creation-slot',
      );
      if (row!.taken) return true;
    }
    return false;
  }
}
