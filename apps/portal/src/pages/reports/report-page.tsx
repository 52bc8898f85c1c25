import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { Report } from '../../api/types.js';
import { formatBytes, formatCount } from '../../format/quantity.js';
import '../../messages/lazy/reports.js';
import { t, tCode } from '../../messages/t.js';
import { Loaded } from '../../ui/loaded.js';
import { Card, Facts, Page } from '../../ui/page.js';
import { Banner } from '../../ui/states.js';
import { Id, Status, Time } from '../../ui/values.js';
import { ReportActions } from './report-actions.js';
import { reportQuery } from './report-queries.js';
import { nameOf, stateOf } from './report-values.js';

export function ReportPage() {
  const { id } = useParams({ from: '/reports/$id' });
  const query = useQuery(reportQuery(id));
  const { data: report } = query;
  return (
    <Page
      title={report === undefined ? t('nav.reports') : nameOf(report)}
      crumbs={[{ to: '/reports', label: t('nav.reports') }]}
      badge={report && <Status of={stateOf(report)} />}
      actions={report && <ReportActions report={report} />}
    >
      <Loaded query={query}>
        {(found) => (
          <>
            <Progress report={found} />
            <Card title={t('reports.file')}>
              <Facts of={factsOf(found)} />
            </Card>
          </>
        )}
      </Loaded>
    </Page>
  );
}

/** How far it is, or why it has no file. */
function Progress({ report }: { readonly report: Report }) {
  const { rows = 0, bytes = 0, error } = report;
  switch (stateOf(report)) {
    case 'created':
      return <Banner tone="wait">{t('reports.waiting')}</Banner>;
    case 'pending':
      return (
        <Banner tone="wait">{t('reports.progress', { rows: formatCount(rows), size: formatBytes(bytes) })}</Banner>
      );
    case 'failed':
      return (
        <Banner tone="bad" icon="alert">
          {tCode('reportError', error ?? 'failed')}
        </Banner>
      );
    case 'expired':
      return <Banner tone="plain">{t('reports.expired')}</Banner>;
    default:
      return null;
  }
}

function factsOf(report: Report) {
  const { kind, resource, filters = {}, subledger_reference_id, expires_at } = report;
  return [
    [t('field.format'), tCode('format', report.format)],
    [t('filter.from'), <Time key="from" at={report.start_time} />],
    [t('filter.to'), <Time key="to" at={report.end_time} />],
    [t('field.scope'), kind !== 'export' && (subledger_reference_id ?? tCode('scope', report.report_scope))],
    [t('reports.resource'), resource && tCode('resource', resource)],
    [t('field.filters'), Object.values(filters).flat().join(', ')],
    [t('field.rows'), report.rows !== undefined && formatCount(report.rows)],
    [t('field.size'), report.bytes !== undefined && formatBytes(report.bytes)],
    [t('field.expires'), expires_at && <Time key="expires" at={expires_at} />],
    [t('field.created'), <Time key="created" at={report.created_at} />],
    ['SHA-256', report.sha256 && <Id key="sha256" value={report.sha256} />],
    [t('field.id'), <Id key="id" value={report.id} />],
  ] as const;
}
