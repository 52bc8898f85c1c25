import { Injectable } from '@nestjs/common';
import { returnRateClasses } from '@payments/kernel';
import { workContext } from '@payments/observability';
import { currentTransaction } from '@payments/persistence';
import { FiguresReader } from '../../application/figures.js';
import type {
  DebitReturns,
  FigureStep,
  Period,
  PeriodFigures,
  SpeedFigures,
  TransferFigures,
} from '../../application/figures.js';
import { countedTransfers, MOST_TRANSFERS } from './counted-transfers.js';

type Counts = Omit<TransferFigures<string>, 'p50_s' | 'p95_s' | 'speeds'>;

interface FiguresRow extends Counts {
  /** Null in the totals, which have a row even without a transfer. */
  readonly at: Date | null;
  /** Null in what is summed over all speeds. */
  readonly speed: string | null;
  /** Null if none was completed. */
  readonly percentiles: readonly [number, number] | null;
  readonly first_at: Date | null;
}

const COUNTED = countedTransfers(`id, status, speed, amount, created_at,
  source_account_reference_id IS NOT NULL AS is_in, destination_account_reference_id IS NOT NULL AS is_out`);

// One pass: each step and the whole period, for each speed and for all. The two look-ups are subqueries, because a join
// may be planned as a read of the whole table.
const FIGURES = `
  WITH judged AS (
    SELECT counted.*, date_bin($4::interval, created_at, $2) AS at, status IN ('completed', 'settled') AS is_completed,
      CASE WHEN status IN ('completed', 'settled') THEN extract(epoch FROM (
        SELECT completed_at FROM transfers.completions AS completion
        WHERE completion.enterprise_id = $1 AND completion.transfer_id = counted.id LIMIT 1) - created_at)::float8
      END AS seconds,
      status = 'failed' AND EXISTS (
        SELECT FROM transfers.leg_references AS leg
        WHERE leg.enterprise_id = $1 AND leg.transfer_id = counted.id AND leg.status = 'returned') AS is_returned
    FROM ${COUNTED})
  SELECT at, speed, count(*)::int AS created, count(*) FILTER (WHERE is_completed)::int AS completed,
    count(*) FILTER (WHERE status = 'settled')::int AS settled, count(*) FILTER (WHERE status = 'failed')::int AS failed,
    count(*) FILTER (WHERE is_returned)::int AS returned,
    coalesce(sum(amount) FILTER (WHERE is_completed AND is_out), 0)::text AS amount_out,
    coalesce(sum(amount) FILTER (WHERE is_completed AND is_in), 0)::text AS amount_in,
    percentile_cont(ARRAY[0.5, 0.95]) WITHIN GROUP (ORDER BY seconds) AS percentiles, min(created_at) AS first_at
  FROM judged GROUP BY GROUPING SETS ((at, speed), (at), (speed), ()) ORDER BY at NULLS FIRST, speed`;

// A return stays among the reasons of its transfer.
const DEBIT_RETURNS = `
  SELECT count(*)::int AS read, min(created_at) AS first_at,
    count(*) FILTER (WHERE source_account_reference_id IS NOT NULL)::int AS debits,
    count(*) FILTER (WHERE source_account_reference_id IS NOT NULL AND EXISTS (
      SELECT FROM jsonb_array_elements(status_reasons) AS reasons
      WHERE reasons.value #>> '{source,network_reason_code}' = ANY($4)))::int AS unauthorized
  FROM ${countedTransfers('source_account_reference_id, status_reasons, created_at')}`;

interface DebitReturnsRow {
  readonly read: number;
  readonly first_at: Date | null;
  readonly debits: number;
  readonly unauthorized: number;
}

@Injectable()
export class PostgresFiguresReader extends FiguresReader {
  async figures({ since, until }: Period, step: FigureStep): Promise<PeriodFigures> {
    const values = [workContext.enterpriseId(), since, until, `1 ${step}`];
    const rows = await currentTransaction().query<FiguresRow>(FIGURES, values, 'transfer-figures');
    const ofSpeeds = new Map<number | undefined, FiguresRow[]>();
    for (const row of rows.filter(({ speed }) => speed !== null)) {
      const at = row.at?.getTime();
      ofSpeeds.set(at, [...(ofSpeeds.get(at) ?? []), row]);
    }
    const [total, ...steps] = rows
      .filter(({ speed }) => speed === null)
      .map((row) => ({ ...row, figures: toFigures(row, ofSpeeds.get(row.at?.getTime()) ?? []) }));
    return {
      counted_since: total!.created === MOST_TRANSFERS ? total!.first_at! : since,
      totals: total!.figures,
      series: steps.map(({ at, figures }) => ({ at: at!, ...figures })),
    };
  }

  async debitReturns({ since, until }: Period): Promise<DebitReturns> {
    const values = [workContext.enterpriseId(), since, until, returnRateClasses.unauthorized.codes];
    const [row] = await currentTransaction().query<DebitReturnsRow>(DEBIT_RETURNS, values, 'count-debit-returns');
    const { read, first_at, debits, unauthorized } = row!;
    return { counted_since: read === MOST_TRANSFERS ? first_at! : since, debits, unauthorized };
  }
}

function toFigures(row: FiguresRow, speeds: readonly FiguresRow[]): TransferFigures<bigint> {
  const { created, completed, settled, failed, returned, amount_out, amount_in } = row;
  return {
    ...{ created, completed, settled, failed, returned },
    ...{ amount_out: BigInt(amount_out), amount_in: BigInt(amount_in) },
    ...toPercentiles(row),
    speeds: speeds.map((each) => ({
      ...{ speed: each.speed!, created: each.created, completed: each.completed },
      ...toPercentiles(each),
    })),
  };
}

function toPercentiles({ percentiles }: FiguresRow): Pick<SpeedFigures, 'p50_s' | 'p95_s'> {
  return percentiles === null ? {} : { p50_s: toMilliseconds(percentiles[0]), p95_s: toMilliseconds(percentiles[1]) };
}

const toMilliseconds = (seconds: number) => Math.round(seconds * 1_000) / 1_000;
