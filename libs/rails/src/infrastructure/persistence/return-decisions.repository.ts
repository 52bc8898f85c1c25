import { Injectable } from '@nestjs/common';
import { newId } from '@payments/kernel';
import { type Transaction, Transactions } from '@payments/persistence';
import type { Lease } from '../../application/ports.js';
import {
  type DecidedReturn,
  type Obstacle,
  type RailException,
  type ReturnDecision,
  ReturnDecisions,
} from '../../application/inbound/ports.js';
import { BOOKABLE_KINDS, type ExceptionKind } from '../../domain/inbound/exceptions.table.js';
import type { ExplainedLine } from '../../domain/statements/match-statement.js';
import { holdLease, voidLease } from './connection-leases.repository.js';
import { EXPLAINED_LINES } from './statements.sql.js';

/** A notification of change moves no money, and a payment that a bank sends is no return: banks number both as they like. */
const KINDS: readonly ExceptionKind[] = [...BOOKABLE_KINDS].filter((kind) => kind !== 'incoming_entry');

/**
 * 1 connection, 2 return id, 3 exception, 4 enterprise, 5 and 6 the payment: its end-to-end id where the exception or the operator
 * names it, and its trace number; 7 whether the exception names one. Ids of returns repeat, so a return of another payment that the
 * bank named well is another return. What was booked of the same payment, its lock and its amount decide about.
 */
const BOOKED = `
  SELECT p.enterprise_id FROM rails.postings p
  LEFT JOIN rails.exceptions own ON own.connection = $1 AND own.trace = $2 AND own.decision IS NOT NULL
    AND p.key = 'exception:' || own.id
  WHERE p.connection = $1 AND p.kind IN ('return', 'exception') AND p.entry_refs @> ARRAY[$2::text]
    AND p.key <> 'exception:' || $3 AND own.kind IS DISTINCT FROM 'incoming_entry'
    AND (NOT $7 AND p.end_to_end_id IS NULL
      OR p.enterprise_id <> $4 AND (p.end_to_end_id IS NULL OR p.entry_refs @> ARRAY[$6::text] OR NOT $7)
      OR (p.enterprise_id <> $4 OR p.end_to_end_id IS DISTINCT FROM $5::text) AND EXISTS (
        SELECT FROM rails.exceptions x WHERE x.connection = $1 AND x.trace = $2 AND x.decision = 'entry: ' || p.end_to_end_id
          AND x.id <> $3::uuid))
  ORDER BY p.enterprise_id = $4 LIMIT 1`;

/** Each call is in a transaction of its own, but for `hold`. Whoever decides waits for returns that are being applied. */
@Injectable()
export class ReturnDecisionsRepository extends ReturnDecisions {
  constructor(private readonly transactions: Transactions) {
    super();
  }

  begin(exception: RailException, decision: ReturnDecision): Promise<Obstacle | undefined> {
    const { id, connection, kind, trace } = exception;
    return this.transactions.run({ role: 'relay' }, async (transaction) => {
      if (trace !== null && KINDS.includes(kind)) {
        await voidLease(transaction, { connection, work: 'decide' });
        const obstacle = await this.obstacleTo(transaction, exception, decision);
        if (obstacle !== undefined) return obstacle;
      }
      const decided = await transaction.query(
        `UPDATE rails.exceptions SET decision = $2
         WHERE id = $1 AND state = 'open' AND (decision IS NULL OR decision = $2) RETURNING 1`,
        [id, decision.resolution],
      );
      return decided.length > 0 ? undefined : { kind: 'taken' };
    });
  }

  of(connection: string, ids: readonly string[], references: readonly string[]) {
    return this.transactions.run({ role: 'relay' }, async (transaction) => {
      await transaction.query(
        `INSERT INTO rails.connection_leases (connection, work, token, lease_until) VALUES ($1, 'decide', $2, 'epoch')
         ON CONFLICT (connection, work) DO NOTHING`,
        [connection, newId()],
        'insert-return-decisions',
      );
      // First the proof: what is decided after it was read makes it void.
      const [proof] = await transaction.query<Lease>(
        `SELECT connection, work, token FROM rails.connection_leases WHERE connection = $1 AND work = 'decide'`,
        [connection],
        'find-return-decisions-proof',
      );
      const decided = await transaction.query<DecidedReturn>(
        `SELECT trace, original_trace, end_to_end_id FROM rails.exceptions
         WHERE connection = $1 AND trace = ANY($2::text[]) AND decision IS NOT NULL AND kind = ANY($3::text[])`,
        [connection, ids, KINDS],
        'find-decided-returns',
      );
      const lines = await transaction.query<ExplainedLine>(EXPLAINED_LINES, [connection, references]);
      const explained = lines.map((line) => ({ ...line, amount: BigInt(line.amount) }));
      return { decided, explained, proof: proof! };
    });
  }

  hold(proof: Lease): Promise<void> {
    return holdLease(proof);
  }

  private async obstacleTo(
    transaction: Transaction,
    { id, connection, trace, end_to_end_id, original_trace }: RailException,
    { enterpriseId, endToEndId, isOfPayment }: ReturnDecision,
  ): Promise<Obstacle | undefined> {
    const [begun] = await transaction.query<{ id: string }>(
      `SELECT id FROM rails.exceptions WHERE connection = $1 AND trace = $2 AND id <> $3 AND state = 'open'
         AND decision IS NOT NULL AND kind = ANY($4::text[])`,
      [connection, trace, id, KINDS],
    );
    if (begun !== undefined) return { kind: 'begun', id: begun.id };
    const payment = [endToEndId ?? end_to_end_id, original_trace, isOfPayment];
    const [booked] = await transaction.query<{ enterprise_id: string }>(BOOKED, [
      ...[connection, trace, id, enterpriseId],
      ...payment,
    ]);
    return booked && { kind: 'booked', isOfOther: booked.enterprise_id !== enterpriseId };
  }
}
