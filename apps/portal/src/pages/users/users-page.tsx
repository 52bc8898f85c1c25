import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { usersQuery } from '../../api/queries.js';
import type { User } from '../../api/types.js';
import { useCan } from '../../app/use-session.js';
import { t, tCode } from '../../messages/t.js';
import { Button } from '../../ui/button.js';
import { statusColumn } from '../../ui/columns.js';
import { DataTable } from '../../ui/data-table.js';
import type { Column } from '../../ui/column.js';
import { LinkButton } from '../../ui/link-button.js';
import { Loaded } from '../../ui/loaded.js';
import { Page } from '../../ui/page.js';
import { SecretDialog } from '../../ui/secret-dialog.js';
import type { Secret } from '../../ui/secret-dialog.js';
import { Time } from '../../ui/values.js';
import { NewUserDialog } from './new-user-dialog.js';
import { UserActionDialog, UserMenu } from './user-menu.js';
import type { UserAction } from './user-menu.js';

const columns: readonly Column<User>[] = [
  { id: 'name', header: t('field.name'), cell: ({ name }) => name, width: 'minmax(10rem, 2fr)', place: 'title' },
  {
    id: 'role',
    header: t('field.role'),
    cell: ({ role }) => tCode('role', role),
    width: 'minmax(8rem, 1fr)',
    place: 'note',
  },
  statusColumn(({ disabled_at }) => (disabled_at ? 'disabled' : 'enabled'), { place: 'value' }),
  {
    id: 'mfa',
    header: t('factor.menu'),
    cell: ({ mfa }) => t(mfa ? 'users.hasFactor' : 'users.noFactor'),
    width: '8rem',
    place: 'none',
  },
  {
    id: 'seen',
    header: t('field.lastSeen'),
    cell: ({ last_seen_at }) => (last_seen_at ? <Time at={last_seen_at} /> : t('users.never')),
    width: '8rem',
    align: 'end',
    place: 'none',
  },
];

/** The users of the portal, and what an administrator does with them. */
export function UsersPage() {
  const query = useQuery(usersQuery());
  const canWrite = useCan('write:users');
  const [isNew, setNew] = useState(false);
  const [asked, setAsked] = useState<{ readonly user: User; readonly action: UserAction }>();
  const [secret, setSecret] = useState<Secret>();
  const actions: Column<User> = {
    id: 'actions',
    header: t('field.actions'),
    cell: (user) => <UserMenu user={user} onAsk={(action) => setAsked({ user, action })} />,
    width: '4.5rem',
    align: 'end',
    place: 'end',
  };
  return (
    <Page
      title={t('nav.users')}
      subtitle={t('users.subtitle')}
      actions={
        <>
          <LinkButton to="/reference" search={{ part: 'roles' }}>
            {t('users.roles')}
          </LinkButton>
          {canWrite && (
            <Button look="primary" icon="plus" onClick={() => setNew(true)}>
              {t('users.new')}
            </Button>
          )}
        </>
      }
    >
      <Loaded query={query}>
        {(users) => (
          <DataTable
            label={t('nav.users')}
            columns={canWrite ? [...columns, actions] : columns}
            rows={users}
            idOf={({ name }) => name}
          />
        )}
      </Loaded>
      {isNew && <NewUserDialog onSecret={setSecret} onClose={() => setNew(false)} />}
      {asked && <UserActionDialog {...asked} onSecret={setSecret} onClose={() => setAsked(undefined)} />}
      {secret && <SecretDialog {...secret} onClose={() => setSecret(undefined)} />}
    </Page>
  );
}
