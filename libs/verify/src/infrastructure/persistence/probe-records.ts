import { Injectable } from '@nestjs/common';
import { workContext } from '@payments/observability';
import { currentTransaction } from '@payments/persistence';
import { ProbeRecords } from '../../application/ports.js';
import type { ProbeState } from '../../domain/probe.js';
import { PROBE_COLUMNS, toProbe } from './rows.js';
import type { ProbeRow } from './rows.js';

@Injectable()
export class PostgresProbeRecords extends ProbeRecords {
  async ofPeriod({ from, to }: { readonly from: Date; readonly to: Date }): Promise<ProbeState[]> {
    const rows = await currentTransaction().query<ProbeRow>(
      `SELECT ${PROBE_COLUMNS} FROM verify.probes WHERE enterprise_id = $1
         AND (window_at >= $2 AND window_at < $3 AND status NOT IN ('ready', 'canceled')
           OR settles_at >= $2 AND settles_at < $3 AND status IN ('submitted', 'accepted'))
       ORDER BY id`,
      [workContext.enterpriseId(), from, to],
      'find-probes-of-period',
    );
    return rows.map(toProbe);
  }

  async ofIds(ids: readonly string[]): Promise<ProbeState[]> {
    const rows = await currentTransaction().query<ProbeRow>(
      `SELECT ${PROBE_COLUMNS} FROM verify.probes WHERE enterprise_id = $1 AND id = ANY($2::uuid[])`,
      [workContext.enterpriseId(), ids],
      'find-probes-by-id',
    );
    return rows.map(toProbe);
  }
}
