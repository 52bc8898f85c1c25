import type { ApiKey, Client } from '../../api/types.js';
import { t, tCode } from '../../messages/t.js';
import { Button } from '../../ui/button.js';
import { statusColumn, timeColumn } from '../../ui/columns.js';
import type { Column } from '../../ui/column.js';
import { Id } from '../../ui/values.js';

type OnEnd = ((id: string) => void) | undefined;

export const clientColumns = (onEnd: OnEnd): readonly Column<Client>[] => [
  {
    id: 'id',
    header: t('client.id'),
    cell: ({ client_id }) => <Id value={client_id} />,
    width: 'minmax(12rem, 1.4fr)',
    place: 'title',
  },
  {
    id: 'scopes',
    header: t('field.scopes'),
    cell: ({ scopes }) => <span title={scopes.join(', ')}>{t('client.scopes', { count: scopes.length })}</span>,
    width: '8rem',
    place: 'note',
  },
  {
    id: 'owner',
    header: t('field.owner'),
    cell: ({ owner }) => owner ?? <span title={t('client.noOwner')}>–</span>,
    width: 'minmax(8rem, 1fr)',
    place: 'note',
  },
  ...common<Client>(({ disabled_at }) => disabled_at),
  endColumn(onEnd, 'client.end', ({ client_id, disabled_at }) => (disabled_at === undefined ? client_id : undefined)),
];

export const apiKeyColumns = (onEnd: OnEnd): readonly Column<ApiKey>[] => [
  {
    id: 'id',
    header: t('apiKey.one'),
    cell: ({ id }) => <Id value={id} isWhole />,
    width: 'minmax(12rem, 1.4fr)',
    place: 'title',
  },
  {
    id: 'environment',
    header: t('field.environment'),
    cell: ({ environment }) => tCode('environment', environment),
    width: '8rem',
    place: 'note',
  },
  ...common<ApiKey>(({ revoked_at }) => revoked_at),
  endColumn(onEnd, 'apiKey.end', ({ id, revoked_at }) => (revoked_at === undefined ? id : undefined)),
];

function common<Row extends { readonly created_at: string }>(
  endedAt: (row: Row) => string | undefined,
): readonly Column<Row>[] {
  return [
    statusColumn((row) => (endedAt(row) === undefined ? 'enabled' : 'disabled'), { place: 'value' }),
    timeColumn(({ created_at }) => created_at),
  ];
}

function endColumn<Row>(
  onEnd: OnEnd,
  text: 'client.end' | 'apiKey.end',
  idOf: (row: Row) => string | undefined,
): Column<Row> {
  return {
    id: 'end',
    header: t('field.actions'),
    cell: (row) => {
      const id = idOf(row);
      if (id === undefined || onEnd === undefined) return null;
      return (
        <Button size="small" onClick={() => onEnd(id)}>
          {t(text)}
        </Button>
      );
    },
    width: '7rem',
    align: 'end',
    place: 'end',
  };
}
