import { serverTime } from '../../api/server-time.js';
import type { Report } from '../../api/types.js';
import { formatBankingDate } from '../../format/time.js';
import '../../messages/lazy/reports.js';
import { t, tCode } from '../../messages/t.js';
import { daysOf } from './period.js';

/** `Reconciliation`, `Export: transfers` */
export const nameOf = ({ kind, resource }: Report): string =>
  resource === undefined ? tCode('report', kind) : `${tCode('report', kind)}: ${tCode('resource', resource)}`;

export const isUnfinished = ({ status }: Report): boolean => status === 'created' || status === 'pending';

const isExpired = ({ expires_at }: Report): boolean =>
  expires_at !== undefined && Date.parse(expires_at) <= +serverTime();

/** What is left of it; a report outlives its file. */
export const stateOf = (report: Report): string => (isExpired(report) ? 'expired' : report.status);

/** `Nov 1, 2026 to Nov 30, 2026` */
export function periodText({ start_time, end_time }: Pick<Report, 'start_time' | 'end_time'>): string {
  const [from, to] = daysOf(start_time, end_time).map(formatBankingDate) as [string, string];
  return from === to ? from : t('reports.period', { from, to });
}
