import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { policiesQuery } from '../../api/controls-queries.js';
import type { Policy } from '../../api/types.js';
import { useCan } from '../../app/use-session.js';
import { t, tCode } from '../../messages/t.js';
import { Button } from '../../ui/button.js';
import { Loaded } from '../../ui/loaded.js';
import { Card, Facts, Page } from '../../ui/page.js';
import { EmptyState } from '../../ui/states.js';
import { Status } from '../../ui/values.js';
import { conditionText } from './condition-draft.js';
import { DeletePolicyDialog } from './delete-policy-dialog.js';
import { PolicyDialog } from './policy-dialog.js';
import css from './policies.module.css';

type Asked = { readonly edit?: Policy } | { readonly remove: Policy };

/** The rules that say which transfers wait for approvals. */
export function PoliciesPage() {
  const query = useQuery(policiesQuery());
  const canWrite = useCan('write:controls');
  const [asked, setAsked] = useState<Asked>();
  const close = () => setAsked(undefined);
  const newButton = canWrite && (
    <Button look="primary" icon="plus" onClick={() => setAsked({})}>
      {t('policies.new')}
    </Button>
  );
  return (
    <Page title={t('nav.policies')} subtitle={t('policies.subtitle')} actions={newButton}>
      <Loaded query={query}>
        {(policies) =>
          policies.length === 0 ? (
            <EmptyState icon="check" title={t('policies.empty.title')} text={t('policies.empty.text')}>
              {newButton}
            </EmptyState>
          ) : (
            policies.map((policy) => (
              <PolicyCard
                key={policy.id}
                policy={policy}
                {...(canWrite && { onEdit: () => setAsked({ edit: policy }) })}
                {...(canWrite && { onDelete: () => setAsked({ remove: policy }) })}
              />
            ))
          )
        }
      </Loaded>
      {asked && !('remove' in asked) && <PolicyDialog {...asked} onClose={close} />}
      {asked && 'remove' in asked && <DeletePolicyDialog policy={asked.remove} onClose={close} />}
    </Page>
  );
}

interface CardProps {
  readonly policy: Policy;
  readonly onEdit?: () => void;
  readonly onDelete?: () => void;
}

function PolicyCard({ policy, onEdit, onDelete }: CardProps) {
  const {
    name,
    enabled,
    applies_to,
    conditions,
    required,
    approvers,
    expires_after_hours,
    step_up,
    version,
    updated_by,
  } = policy;
  const { roles, users = [] } = approvers;
  const who = roles?.map((role) => tCode('role', role)) ?? users;
  return (
    <Card
      title={name}
      actions={
        <div className={css['actions']}>
          <Status of={enabled ? 'enabled' : 'disabled'} />
          {onEdit && (
            <Button size="small" onClick={onEdit} aria-label={t('policies.editOne', { name })}>
              {t('edit.action')}
            </Button>
          )}
          {onDelete && (
            <Button size="small" look="quiet" onClick={onDelete} aria-label={t('policies.deleteOne', { name })}>
              {t('policies.delete')}
            </Button>
          )}
        </div>
      }
    >
      <Facts
        of={[
          [
            t('policies.when'),
            <ul key="when" className={css['conditions']}>
              {conditions.map((condition) => (
                <li key={conditionText(condition)}>{conditionText(condition)}</li>
              ))}
            </ul>,
          ],
          [t('policies.appliesTo'), applies_to.map((subject) => tCode('subjectTypes', subject)).join(', ')],
          [t('policies.needs'), t('policies.needed', { count: required, who: who.join(t('policies.or')) })],
          [t('policies.within'), t('policies.hours', { count: expires_after_hours })],
          [t('factor.menu'), step_up && t('policies.stepUp')],
          [t('policies.version'), t('policies.versionOf', { version, user: updated_by })],
        ]}
      />
    </Card>
  );
}
