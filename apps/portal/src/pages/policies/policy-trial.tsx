import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { api, dataOf } from '../../api/client.js';
import type { NewPolicy, PolicyDryRun } from '../../api/types.js';
import { formatMoney } from '../../format/money.js';
import { t } from '../../messages/t.js';
import { Button } from '../../ui/button.js';
import { Banner, textOf } from '../../ui/states.js';
import css from './policies.module.css';

const MOST_SHOWN = 5;

interface PolicyTrialProps {
  /** The policy in the form; undefined when it is not complete. */
  readonly policyIn: (form: HTMLFormElement) => NewPolicy | undefined;
}

/** Shows what the policy of a form would have held, before it holds anything. */
export function PolicyTrial({ policyIn }: PolicyTrialProps) {
  const trial = useMutation({
    mutationFn: ({ applies_to, conditions }: NewPolicy) =>
      dataOf(api.POST('/portal/policies/dry-run', { body: { applies_to, conditions } })),
  });
  return (
    <div className={css['trial']}>
      <Button
        isBusy={trial.isPending}
        onClick={(event) => {
          const policy = policyIn(event.currentTarget.form!);
          if (policy !== undefined) trial.mutate(policy);
        }}
      >
        {t('policies.try')}
      </Button>
      <div role="status">{trial.data && <Result of={trial.data.dry_run} />}</div>
      {trial.error && (
        <Banner tone="bad" icon="alert">
          {textOf(trial.error)}
        </Banner>
      )}
    </div>
  );
}

function Result({ of: { transfers, matched, matched_amount, examples } }: { readonly of: PolicyDryRun }) {
  const count = transfers.toLocaleString('en-US');
  if (matched === 0) return <p>{t('policies.triedNone', { transfers: count })}</p>;
  const counts = { transfers: count, matched: matched.toLocaleString('en-US'), amount: formatMoney(matched_amount) };
  return (
    <>
      <p>{t('policies.tried', counts)}</p>
      <ul>
        {examples.slice(0, MOST_SHOWN).map(({ id, transfer_reference_id, amount }) => (
          <li key={id}>
            <Link to="/transfers/$id" params={{ id }} target="_blank">
              {transfer_reference_id}
            </Link>{' '}
            {formatMoney(amount)}
          </li>
        ))}
      </ul>
    </>
  );
}
