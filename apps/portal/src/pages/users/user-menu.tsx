import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { api, dataOf } from '../../api/client.js';
import type { User, UserRole } from '../../api/types.js';
import { useMe } from '../../app/use-session.js';
import { t } from '../../messages/t.js';
import { Button } from '../../ui/button.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { SelectField } from '../../ui/field.js';
import { Menu, MenuItem } from '../../ui/menu.js';
import type { Secret } from '../../ui/secret-dialog.js';
import { useNotify } from '../../ui/toast.js';
import { passwordOf } from './new-user-dialog.js';
import { roleOptions } from './roles.table.js';

export type UserAction = 'role' | 'link' | 'reset' | 'disable' | 'enable';

interface UserMenuProps {
  readonly user: User;
  readonly onAsk: (action: UserAction) => void;
}

/** What can be done with a user. Nobody does it to himself; the API keeps the last administrator. */
export function UserMenu({ user, onAsk }: UserMenuProps) {
  const me = useMe();
  if (user.name === me.name) return <span>{t('users.you')}</span>;
  const link = user.password_requested_by === undefined ? [] : (['link'] as const);
  const actions: readonly UserAction[] = user.disabled_at ? ['enable'] : ['role', ...link, 'reset', 'disable'];
  return (
    <Menu
      trigger={<Button look="quiet" size="small" icon="more" aria-label={t('users.actions', { name: user.name })} />}
    >
      {actions.map((each) => (
        <MenuItem key={each} onSelect={() => onAsk(each)}>
          {t(`users.${each}`)}
        </MenuItem>
      ))}
    </Menu>
  );
}

interface UserActionDialogProps {
  readonly user: User;
  readonly action: UserAction;
  readonly onSecret: (secret: Secret) => void;
  readonly onClose: () => void;
}

/** Asks before the action. It belongs to the page: a row of the table may go while somebody reads it. */
export function UserActionDialog({ user, action, onSecret, onClose }: UserActionDialogProps) {
  const [role, setRole] = useState<UserRole>(user.role);
  const queries = useQueryClient();
  const notify = useNotify();
  const { name } = user;
  const params = { path: { id: name } };
  const run = async () => {
    if (action === 'role') await dataOf(api.PATCH('/portal/users/{id}', { params, body: { role } }));
    if (action === 'disable') await dataOf(api.POST('/portal/users/{id}/disable', { params }));
    if (action === 'enable') await dataOf(api.POST('/portal/users/{id}/enable', { params }));
    if (action === 'reset' || action === 'link') {
      onSecret(passwordOf(await dataOf(api.POST(`/portal/users/{id}/${action}`, { params }))));
    } else notify(t(`users.${action}Done`, { name }));
    await queries.invalidateQueries({ queryKey: ['users'] });
  };
  return (
    <ConfirmDialog
      title={t(`users.${action}Title`, { name })}
      text={t(`users.${action}Text`)}
      confirm={t(`users.${action}`)}
      isDangerous={action === 'disable' || action === 'reset'}
      action={run}
      onClose={onClose}
    >
      {action === 'role' && (
        <SelectField
          label={t('field.role')}
          name="role"
          options={roleOptions}
          value={role}
          onChange={({ target }) => setRole(target.value as UserRole)}
        />
      )}
    </ConfirmDialog>
  );
}
