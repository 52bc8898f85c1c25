import { useState } from 'react';
import { useNavigate } from '@tanstack/react-router';
import type { ExternalAccount } from '../../api/types.js';
import '../../messages/lazy/new-transfer.js';
import { t } from '../../messages/t.js';
import { Button } from '../../ui/button.js';
import { ErrorSummary, formClass } from '../../ui/field.js';
import type { FormError } from '../../ui/field.js';
import { useKeys } from '../../ui/keys.js';
import { eachOnce } from '../../ui/lazy/use-accounts.js';
import { Card } from '../../ui/page.js';
import { problemsOf } from './draft.js';
import type { Draft, DraftProblem } from './draft.js';
import { LONGEST } from './metadata-rows.js';
import { PreviewCard } from './preview-card.js';
import { ReviewDialog } from './review-dialog.js';
import { TransferFields } from './transfer-fields.js';
import css from './new-transfer.module.css';

interface TransferFormProps {
  readonly accounts: readonly ExternalAccount[];
  readonly initial: Draft;
}

export function TransferForm({ accounts: listed, initial }: TransferFormProps) {
  const navigate = useNavigate();
  const [draft, setDraft] = useState(initial);
  // They stay known when the list is read again without them.
  const [chosen, setChosen] = useState(() =>
    listed.filter(({ id }) => id === initial.source || id === initial.destination),
  );
  const accounts = eachOnce([...listed, ...chosen]);
  const [errors, setErrors] = useState<readonly FormError[]>([]);
  const [isReviewing, setReviewing] = useState(false);
  const [key, setKey] = useState(() => crypto.randomUUID());
  const review = () => {
    const found = problemsOf(draft).map((problem) => ({ name: problem.field, text: sentenceOf(problem) }));
    setErrors(found);
    setReviewing(found.length === 0);
  };
  const addAccount = async (side: string, customer: Readonly<Record<string, string>>) => {
    const state = { transferDraft: draft };
    // The back button leads to the draft, and so does the new account.
    await navigate({ to: '/transfers/new', search: true, state, replace: true, resetScroll: false });
    await navigate({ to: '/accounts/new', search: { ...customer, for: side }, state });
  };
  useKeys({ 'mod+enter': () => !isReviewing && review() });
  return (
    <div className={css['layout']}>
      <Card>
        <form
          className={formClass}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            review();
          }}
        >
          <ErrorSummary errors={errors} />
          <TransferFields
            draft={draft}
            accounts={accounts}
            errors={errors}
            onChange={(change) => setDraft({ ...draft, ...change })}
            onAdd={(side, customer) => void addAccount(side, customer)}
            onAccount={(account) => setChosen([...chosen, account])}
          />
          <div>
            <Button look="primary" type="submit">
              {t('newTransfer.review')}
            </Button>
          </div>
        </form>
      </Card>
      <PreviewCard draft={draft} accounts={accounts} />
      {isReviewing && (
        <ReviewDialog
          draft={draft}
          accounts={accounts}
          idempotencyKey={key}
          onErrors={(found) => {
            setReviewing(false);
            setErrors(found);
            // A refused request made nothing; the corrected one is another. Without an answer it may have, so it stays.
            setKey(crypto.randomUUID());
          }}
          onClose={() => setReviewing(false)}
        />
      )}
    </div>
  );
}

function sentenceOf(problem: DraftProblem): string {
  if (problem.field === 'amount') return t(`amount.${problem.problem}`);
  if (problem.problem === 'missing') return t(`missing.${problem.field}`);
  if (problem.problem === 'long_key') return t('metadata.long_key', { most: LONGEST.key });
  if (problem.problem === 'long_value') return t('metadata.long_value', { most: LONGEST.value });
  return t(`metadata.${problem.problem}`);
}
