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

interface UserMenuProps {
  readonly user: User;
  readonly onSecret: (secret: Secret) => void;
}

type Action = 'role' | 'reset' | 'disable' | 'enable';

/** What can be done with a user. Nobody does it to himself; the API keeps the last administrator. */
export function UserMenu({ user, onSecret }: UserMenuProps) {
  const me = useMe();
  const [action, setAction] = useState<Action>();
  if (user.name === me.name) return <span>{t('users.you')}</span>;
  const close = () => setAction(undefined);
  const actions: readonly Action[] = user.disabled_at ? ['enable'] : ['role', 'reset', 'disable'];
  return (
    <>
      <Menu
        trigger={<Button look="quiet" size="small" icon="more" aria-label={t('users.actions', { name: user.name })} />}
      >
        {actions.map((each) => (
          <MenuItem key={each} onSelect={() => setAction(each)}>
            {t(`users.${each}`)}
          </MenuItem>
        ))}
      </Menu>
      {action && <ActionDialog {...{ user, action, onSecret }} onClose={close} />}
    </>
  );
}

interface ActionDialogProps extends UserMenuProps {
  readonly action: Action;
  readonly onClose: () => void;
}

function ActionDialog({ user, action, onSecret, onClose }: ActionDialogProps) {
  const [role, setRole] = useState<UserRole>(user.role);
  const queries = useQueryClient();
  const notify = useNotify();
  const { name } = user;
  const params = { path: { id: name } };
  const run = async () => {
    if (action === 'role') await dataOf(api.PATCH('/portal/users/{id}', { params, body: { role } }));
    if (action === 'disable') await dataOf(api.POST('/portal/users/{id}/disable', { params }));
    if (action === 'enable') await dataOf(api.POST('/portal/users/{id}/enable', { params }));
    if (action === 'reset') {
      const { password } = await dataOf(api.POST('/portal/users/{id}/reset', { params }));
      onSecret(passwordOf(name, password));
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
