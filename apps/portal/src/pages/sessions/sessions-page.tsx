import { useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api, doneOf } from '../../api/client.js';
import { sessionsQuery } from '../../api/queries.js';
import type { UserSession } from '../../api/types.js';
import { t } from '../../messages/t.js';
import { Button } from '../../ui/button.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { timeColumn } from '../../ui/columns.js';
import { DataTable } from '../../ui/data-table.js';
import type { Column } from '../../ui/column.js';
import { Loaded } from '../../ui/loaded.js';
import { Page } from '../../ui/page.js';
import { useNotify } from '../../ui/toast.js';

/** Where the user is signed in. */
export function SessionsPage() {
  const query = useQuery(sessionsQuery());
  const queries = useQueryClient();
  const notify = useNotify();
  const [ending, setEnding] = useState<string>();
  const end = async (id: string) => {
    await doneOf(api.DELETE('/portal/me/sessions/{id}', { params: { path: { id } } }));
    notify(t('sessions.ended'));
    await queries.invalidateQueries({ queryKey: ['sessions'] });
  };
  const columns: readonly Column<UserSession>[] = [
    {
      id: 'agent',
      header: t('sessions.agent'),
      cell: ({ agent }) => agent ?? t('sessions.program'),
      width: 'minmax(12rem, 2fr)',
      place: 'title',
    },
    { id: 'address', header: t('field.address'), cell: ({ address }) => address, width: '10rem', place: 'note' },
    timeColumn(({ last_seen_at }) => last_seen_at, { id: 'seen', header: t('field.lastSeen'), place: 'end' }),
    {
      id: 'end',
      header: t('field.actions'),
      cell: ({ id, current }) =>
        current ? (
          t('sessions.this')
        ) : (
          <Button size="small" onClick={() => setEnding(id)}>
            {t('sessions.end')}
          </Button>
        ),
      width: '8rem',
      align: 'end',
      place: 'value',
    },
  ];
  return (
    <Page title={t('sessions.title')} subtitle={t('sessions.subtitle')}>
      <Loaded query={query}>
        {(sessions) => (
          <DataTable label={t('sessions.title')} columns={columns} rows={sessions} idOf={({ id }) => id} />
        )}
      </Loaded>
      {ending !== undefined && (
        <ConfirmDialog
          title={t('sessions.endTitle')}
          text={t('sessions.endText')}
          confirm={t('sessions.end')}
          isDangerous
          action={() => end(ending)}
          onClose={() => setEnding(undefined)}
        />
      )}
    </Page>
  );
}
