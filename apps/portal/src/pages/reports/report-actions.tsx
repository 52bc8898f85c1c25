import { useState } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { api, dataOf, doneOf } from '../../api/client.js';
import { byId } from '../../api/queries.js';
import type { Report } from '../../api/types.js';
import { useCan } from '../../app/use-session.js';
import { t } from '../../messages/t.js';
import { Button } from '../../ui/button.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { download } from '../../ui/download.js';
import { textOf } from '../../ui/states.js';
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
          <DownloadButton id={report.id} />
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

function DownloadButton({ id }: { readonly id: string }) {
  const notify = useNotify();
  const run = useMutation({
    // A link would be followed without the token of this tab.
    mutationFn: async () => {
      const answer = await api.GET('/deliver/reports/{id}/download', { params: byId(id), parseAs: 'blob' });
      const file = await dataOf<Blob | string>(Promise.resolve(answer));
      const [, name = id] = /filename="([^"]+)"/.exec(answer.response.headers.get('content-disposition') ?? '') ?? [];
      return { name, file };
    },
    onSuccess: ({ name, file }) => download(name, file),
    onError: (error) => notify(textOf(error), 'bad'),
  });
  return (
    <Button look="primary" icon="download" isBusy={run.isPending} onClick={() => run.mutate()}>
      {t('reports.download')}
    </Button>
  );
}
