import { useNavigate, useSearch } from '@tanstack/react-router';
import { serverTime } from '../../api/server-time.js';
import type { Search } from '../../app/search.js';
import { useCan } from '../../app/use-session.js';
import '../../messages/lazy/reports.js';
import { t, tCode } from '../../messages/t.js';
import { CreateForm } from '../../ui/create-form.js';
import { Choice, fieldsClass, formClass, SelectField } from '../../ui/field.js';
import { FilterBar } from '../../ui/filter-bar.js';
import { FormFields } from '../../ui/form-fields.js';
import { Card, Page } from '../../ui/page.js';
import { EmptyState } from '../../ui/states.js';
import { useNotify } from '../../ui/toast.js';
import { exportFilters } from './export-filters.table.js';
import type { Resource } from './export-filters.table.js';
import { createReport, filtersOf } from './create-report.js';
import type { Kind } from './create-report.js';
import { fieldsOf } from './form-fields.table.js';
import { dayAfter, newYorkDay } from './period.js';
import { RESOURCES } from './report-filters.table.js';

const KINDS: readonly Kind[] = ['recon', 'statement', 'export'];
const oneOf = (value: string | string[] | undefined, none: string) => [value ?? none].flat()[0]!;

/** Creates a report. What it is to be and which rows it is to have stand in the address; the rest is typed. */
export function NewReportPage() {
  const search = useSearch({ from: '/reports/new' });
  const navigate = useNavigate();
  const notify = useNotify();
  const canWrite = useCan('write:reports');
  const kind = oneOf(search['kind'], 'recon') as Kind;
  const resource = oneOf(search['resource'], 'transfers') as Resource;
  const crumbs = [{ to: '/reports', label: t('nav.reports') }];
  if (!canWrite) {
    return (
      <Page title={t('reports.newTitle')} crumbs={crumbs}>
        <EmptyState icon="lock" title={t('state.forbidden.title')} text={t('state.forbidden.text')} />
      </Page>
    );
  }
  const yesterday = dayAfter(newYorkDay(serverTime()), -1);
  const change = (next: Search) => void navigate({ to: '/reports/new', search: next, replace: true });
  return (
    <Page title={t('reports.newTitle')} subtitle={t(`reportText.${kind}`)} crumbs={crumbs}>
      <Card>
        <div className={formClass}>
          <Choice
            legend={t('reports.kind')}
            name="kind"
            value={kind}
            options={KINDS.map((each) => [each, tCode('report', each)])}
            onChange={(next) => change({ kind: next })}
          />
          {kind === 'export' && <Rows search={search} resource={resource} onChange={change} />}
          <CreateForm
            key={kind}
            submit={t('reports.create')}
            create={(typed, key) => createReport({ kind, resource, search, typed }, key)}
            onCreated={(id) => {
              notify(t('reports.created'));
              void navigate({ to: '/reports/$id', params: { id } });
            }}
          >
            {(errors) => (
              <div className={fieldsClass}>
                <FormFields
                  fields={fieldsOf[kind]}
                  errors={errors}
                  initial={{
                    ...{ start_time: yesterday, end_time: yesterday, start_date: yesterday, end_date: yesterday },
                    ...{ report_scope: 'total', format: oneOf(search['format'], 'csv') },
                    subledger_reference_id: oneOf(search['subledger_reference_id'], ''),
                  }}
                />
              </div>
            )}
          </CreateForm>
        </div>
      </Card>
    </Page>
  );
}

interface RowsProps {
  readonly search: Search;
  readonly resource: Resource;
  readonly onChange: (search: Search) => void;
}

/** Which rows an export has. */
function Rows({ search, resource, onChange }: RowsProps) {
  const canReadAudit = useCan('read:audit');
  const filters = exportFilters[resource];
  const base = { kind: 'export', resource };
  return (
    <>
      <div className={fieldsClass}>
        <SelectField
          label={t('reports.resource')}
          name="resource"
          value={resource}
          options={RESOURCES.filter((each) => each !== 'audit' || canReadAudit).map((each) => [
            each,
            tCode('resource', each),
          ])}
          onChange={({ target }) => onChange({ kind: 'export', resource: target.value })}
        />
      </div>
      {filters.length > 0 && (
        <FilterBar
          key={resource}
          fields={filters}
          search={filtersOf(resource, search)}
          onChange={(next) => onChange({ ...base, ...next })}
        />
      )}
    </>
  );
}
