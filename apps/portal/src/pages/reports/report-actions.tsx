import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { api, doneOf } from '../../api/client.js';
import { byId } from '../../api/queries.js';
import type { Report } from '../../api/types.js';
import { useCan } from '../../app/use-session.js';
import { t } from '../../messages/t.js';
import { Button } from '../../ui/button.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { DownloadButton } from '../../ui/download-button.js';
import { useNotify } from '../../ui/toast.js';
import { stateOf } from './report-values.js';

/** Saves the file of a report, or deletes both. */
export function ReportActions({ report }: { readonly report: Report }) {
  const canWrite = useCan('write:reports');
  const canReadAudit = useCan('read:audit');
  const [isAsking, setAsking] = useState(false);
  const queries = useQueryClient();
  const navigate = useNavigate();
  const notify = useNotify();
  const remove = async () => {
    await doneOf(api.DELETE('/deliver/reports/{id}', { params: byId(report.id) }));
    queries.removeQueries({ queryKey: ['reports', report.id] });
    void queries.invalidateQueries({ queryKey: ['reports', 'list'] });
    notify(t('reports.deleted'));
    await navigate({ to: '/reports' });
  };
  return (
    <>
      {stateOf(report) === 'completed' &&
        (report.resource !== 'audit' || canReadAudit ? (
          <DownloadButton
            look="primary"
            name={report.id}
            read={() => api.GET('/deliver/reports/{id}/download', { params: byId(report.id), parseAs: 'blob' })}
          >
            {t('reports.download')}
          </DownloadButton>
        ) : (
          <span>{t('reports.auditOnly')}</span>
        ))}
      {canWrite && <Button onClick={() => setAsking(true)}>{t('reports.delete')}</Button>}
      {isAsking && (
        <ConfirmDialog
          {...{ title: t('reports.deleteTitle'), text: t('reports.deleteText'), confirm: t('reports.delete') }}
          {...{ isDangerous: true, action: remove, onClose: () => setAsking(false) }}
        />
      )}
    </>
  );
}
