import type { UnitOfWork } from '@payments/kernel';
import { workContext } from '@payments/observability';
import { currentTransaction } from '@payments/persistence';
import type { ScreeningMatch } from './screening.js';

/** A match, with the customer that was screened. */
export interface FoundMatch extends ScreeningMatch {
  readonly customer_id: string;
  readonly customer_type: 'person' | 'business';
  /** Which identity of the customer was screened. */
  readonly identity_version: number;
  /** Which list it was screened against. */
  readonly list_digest: string;
  readonly found_at: Date;
}

/** Shows auditors why a customer was stopped. Never shown to clients. */
export abstract class MatchArchive {
  /** Stores matches permanently. An existing match is unchanged. Called outside of any transaction. */
  abstract keep(found: readonly FoundMatch[]): Promise<void>;
}

const COLUMNS = `enterprise_id, customer_id, identity_version, list_digest, entry_id, customer_type, list, listed_name, score,
  found_at`;
const INSERT = `
  INSERT INTO customers.screening_matches (${COLUMNS})
  SELECT ${COLUMNS} FROM jsonb_populate_recordset(NULL::customers.screening_matches, $1::jsonb)
  ON CONFLICT DO NOTHING`;

export class PostgresMatchArchive implements MatchArchive {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  async keep(found: readonly FoundMatch[]): Promise<void> {
    if (found.length === 0) return;
    const enterprise_id = workContext.enterpriseId();
    const rows = found.map((match) => ({ enterprise_id, ...match, score: match.score.toFixed(4) }));
    await this.unitOfWork.run(() => currentTransaction().query(INSERT, [JSON.stringify(rows)]));
  }
}
