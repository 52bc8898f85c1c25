import type { Approval } from '../../api/types.js';
import { t } from '../../messages/t.js';
import { Icon } from '../icon.js';
import { Time } from '../values.js';
import css from './decisions.module.css';

interface OfApproval {
  readonly of: Approval;
}

/** Which policies hold it, and how many approvals each still needs. */
export function Policies({ of: { policies } }: OfApproval) {
  return (
    <ul className={css['steps']}>
      {policies.map(({ id, name, required, given }) => (
        <li key={id} className={css['step']}>
          <Icon name={given >= required ? 'check' : 'clock'} />
          <strong>{name}</strong>
          <span className={css['marks']} aria-hidden="true">
            {Array.from({ length: required }, (_, place) => (
              <span key={place} data-given={place < given} />
            ))}
          </span>
          <p>{t('approvals.progressLong', { given, of: required })}</p>
        </li>
      ))}
    </ul>
  );
}

export function Decisions({ of: { decisions } }: OfApproval) {
  if (decisions.length === 0) return <p className={css['muted']}>{t('approvals.noDecisions')}</p>;
  return (
    <ul className={css['steps']}>
      {decisions.map(({ user, decision, comment, decided_at }) => (
        <li key={user} className={css['step']}>
          <Icon name={decision === 'approve' ? 'check' : 'cross'} />
          <strong>{t(`${decision}.by`, { user })}</strong>
          <Time at={decided_at} />
          {comment !== undefined && <p>{comment}</p>}
        </li>
      ))}
    </ul>
  );
}
