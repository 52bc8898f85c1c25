import { Injectable } from '@nestjs/common';
import { COUNTED_AT_MOST, DatabaseGauges } from '@payments/persistence';
import { transferMetrics } from '../../application/metrics.table.js';
import { rails } from '../../domain/reason-codes.js';

const AT_PROCESSOR = ['submitting', 'submitted', 'accepted'];

// A look into the index of these legs for each status and rail, however many legs there are.
const LEGS_AT_PROCESSOR = `
  SELECT s.status, r.rail, found.legs AS payments_legs_at_processor,
    coalesce(extract(epoch FROM now() - found.oldest), 0)::float8 AS payments_legs_at_processor_oldest_seconds
  FROM unnest(ARRAY[${quoted(AT_PROCESSOR)}]) AS s(status) CROSS JOIN unnest(ARRAY[${quoted(rails)}]) AS r(rail)
  CROSS JOIN LATERAL (
    SELECT count(*)::int AS legs, min(updated_at) AS oldest FROM (
      SELECT updated_at FROM transfers.legs l
      WHERE l.status = s.status AND l.rail = r.rail AND l.status IN (${quoted(AT_PROCESSOR)})
      ORDER BY l.updated_at LIMIT ${COUNTED_AT_MOST}) AS first) AS found`;

const LEGS_OF_SERVERS = `
  SELECT status, rail, least(count(*), ${COUNTED_AT_MOST})::int AS payments_legs_at_processor,
    coalesce(extract(epoch FROM now() - min(updated_at)), 0)::float8 AS payments_legs_at_processor_oldest_seconds
  FROM transfers.legs WHERE status IN (${quoted(AT_PROCESSOR)}) GROUP BY status, rail`;

function quoted(words: readonly string[]): string {
  return words.map((word) => `'${word}'`).join(', ');
}

/** How many legs the processor has, and how long it has been silent about the oldest of them. */
@Injectable()
export class LegGauges {
  constructor(gauges: DatabaseGauges) {
    gauges.add({
      name: 'gauge-legs-at-processor',
      gauges: [transferMetrics.payments_legs_at_processor, transferMetrics.payments_legs_at_processor_oldest_seconds],
      sql: LEGS_AT_PROCESSOR,
      sqlOfServers: LEGS_OF_SERVERS,
    });
  }
}
