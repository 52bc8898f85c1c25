import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { usersQuery } from '../../api/queries.js';
import type { Policy } from '../../api/types.js';
import { t, tCode } from '../../messages/t.js';
import { CheckField, Choice, fieldsClass } from '../../ui/field.js';

const ROLES = ['payment_approver', 'admin'] as const;
const BY = (['roles', 'users'] as const).map((each) => [each, t(`policies.by.${each}`)] as const);

interface ApproverFieldsProps {
  readonly initial: Policy['approvers'] | undefined;
  readonly error: string | undefined;
}

/** Who may approve: everybody with a role, or users by name. */
export function ApproverFields({ initial, error }: ApproverFieldsProps) {
  const [by, setBy] = useState<string>(initial?.users ? 'users' : 'roles');
  const { data: users = [] } = useQuery(usersQuery());
  const able = users.filter(({ role, disabled_at }) => ROLES.some((each) => each === role) && !disabled_at);
  // Whoever is named already stays, even if he could not approve now.
  const names = [...new Set([...able.map(({ name }) => name), ...(initial?.users ?? [])])];
  const { roles = ['payment_approver'] } = initial ?? {};
  return (
    <>
      <Choice legend={t('policies.approvers')} name="by" value={by} options={BY} onChange={setBy} />
      <div className={fieldsClass} role="group" aria-label={t('policies.approvers')}>
        {by === 'roles'
          ? ROLES.map((role) => (
              <CheckField
                key={role}
                name="roles"
                value={role}
                label={tCode('role', role)}
                defaultChecked={roles.includes(role)}
              />
            ))
          : names.map((name) => (
              <CheckField
                key={name}
                name="users"
                value={name}
                label={name}
                defaultChecked={initial?.users?.includes(name) ?? false}
              />
            ))}
      </div>
      {error !== undefined && <p role="alert">{error}</p>}
    </>
  );
}
