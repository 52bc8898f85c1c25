import { Injectable } from '@nestjs/common';
import { Clock } from '@payments/kernel';
import { DatabaseGauges } from '@payments/persistence';
import { railsMetrics } from '../../application/metrics.table.js';
import { Profiles } from '../../application/ports.js';
import { bankMinutesBefore } from '../../domain/bank-hours.js';

const SHOWN = ['building', 'closing', 'sealed', 'held', 'uploading', 'doubtful', 'uploaded', 'acknowledged', 'refused'];

/** How many files of each connection are in each state that is not an end, and how many wait too long for the bank. */
@Injectable()
export class FileGauges {
  constructor(gauges: DatabaseGauges, { connections }: Profiles, clock: Clock) {
    if (connections.length === 0) return;
    // Names of connections are letters, digits and hyphens.
    const names = connections.map(({ name }) => `'${name}'`).join(', ');
    gauges.add({
      name: 'gauge-bank-files',
      gauges: [railsMetrics.payments_rails_files],
      // Every state, so that a gauge returns to 0.
      sql: `SELECT c.connection, s.state, count(f.id)::int AS payments_rails_files
        FROM unnest(ARRAY[${names}]) AS c(connection)
        CROSS JOIN unnest(ARRAY[${SHOWN.map((state) => `'${state}'`).join(', ')}]) AS s(state)
        LEFT JOIN rails.files f ON f.connection = c.connection AND f.state = s.state AND f.state NOT IN ('closed',
          'withdrawn', 'resubmitted', 'failed', 'dropped')
        GROUP BY c.connection, s.state`,
    });
    const acknowledging = connections.filter(({ acknowledgment }) => acknowledgment.kind !== 'none');
    if (acknowledging.length === 0) return;
    gauges.add({
      name: 'gauge-unacknowledged-files',
      gauges: [railsMetrics.payments_rails_unacknowledged],
      sql: `SELECT c.connection, count(f.id)::int AS payments_rails_unacknowledged
        FROM unnest($1::text[], $2::timestamptz[]) AS c(connection, due_before)
        LEFT JOIN rails.files f ON f.connection = c.connection AND f.state = 'uploaded' AND f.uploaded_at < c.due_before
          AND f.rail IN ('ach', 'same_day_ach')
        GROUP BY c.connection`,
      values: () => {
        const now = clock.now();
        const dueBefore = acknowledging.map((each) => bankMinutesBefore(now, each.acknowledgment.within_minutes, each));
        return [acknowledging.map(({ name }) => name), dueBefore];
      },
    });
  }
}
