import { useState } from 'react';
import type { ExternalAccount, RecurrenceQuestion } from '../../api/types.js';
import { useCan } from '../../app/use-session.js';
import '../../messages/lazy/schedules.js';
import { t } from '../../messages/t.js';
import { Button } from '../../ui/button.js';
import { ErrorSummary, formClass } from '../../ui/field.js';
import type { FormError } from '../../ui/field.js';
import { useKeys } from '../../ui/keys.js';
import { eachOnce, useAccounts } from '../../ui/lazy/use-accounts.js';
import { Card, Columns, Page } from '../../ui/page.js';
import { EmptyState, Failed, Skeleton } from '../../ui/states.js';
import { useSettled } from '../../ui/use-settled.js';
import { CreateScheduleDialog } from './create-schedule-dialog.js';
import { NextDates } from './next-dates.js';
import { besideField, problemsOf, questionOf } from './schedule-draft.js';
import type { ScheduleDraft } from './schedule-draft.js';
import { ScheduleFields } from './schedule-fields.js';

const SETTLE_MS = 300;
const NOBODY = { parties: [], ids: [] };
const EMPTY: ScheduleDraft = {
  useCase: 'payout',
  ...{ source: undefined, destination: undefined },
  ...{ amount: '', speed: 'standard', reference: '', descriptor: '', subledger: '' },
  ...{ start: '', repeat: 'monthly', rule: '', last: '' },
};

/** A new schedule, with the dates that its rule means. */
export function NewSchedulePage() {
  const canWrite = useCan('write:schedules');
  return (
    <Page title={t('schedules.new')} crumbs={[{ to: '/schedules', label: t('nav.schedules') }]}>
      {canWrite ? (
        <Loaded />
      ) : (
        <EmptyState icon="lock" title={t('state.forbidden.title')} text={t('state.forbidden.text')} />
      )}
    </Page>
  );
}

function Loaded() {
  const { data: accounts, error, refetch } = useAccounts(NOBODY);
  if (accounts === undefined) return error ? <Failed error={error} onRetry={() => void refetch()} /> : <Skeleton />;
  return <Form accounts={accounts} />;
}

function Form({ accounts: listed }: { readonly accounts: readonly ExternalAccount[] }) {
  const [draft, setDraft] = useState(EMPTY);
  // They stay known when the list is read again without them.
  const [chosen, setChosen] = useState<readonly ExternalAccount[]>([]);
  const accounts = eachOnce([...listed, ...chosen]);
  const [errors, setErrors] = useState<readonly FormError[]>([]);
  const [isReviewing, setReviewing] = useState(false);
  const [key, setKey] = useState(() => crypto.randomUUID());
  const review = () => {
    const found = problemsOf(draft);
    setErrors(found);
    setReviewing(found.length === 0);
  };
  useKeys({ 'mod+enter': () => !isReviewing && review() });
  return (
    <Columns>
      <Card>
        <form
          className={formClass}
          noValidate
          autoComplete="off"
          onSubmit={(event) => {
            event.preventDefault();
            review();
          }}
        >
          <ErrorSummary errors={errors} />
          <ScheduleFields
            {...{ draft, accounts, errors }}
            onChange={(change) => setDraft({ ...draft, ...change })}
            onAccount={(account) => setChosen([...chosen, account])}
          />
          <div>
            <Button look="primary" type="submit">
              {t('schedules.review')}
            </Button>
          </div>
        </form>
      </Card>
      <Dates draft={draft} />
      {isReviewing && (
        <CreateScheduleDialog
          {...{ draft, accounts, idempotencyKey: key }}
          onRefused={(found) => {
            setReviewing(false);
            setErrors(found.map((error) => besideField(error, draft)));
            // A refused request made nothing; the corrected one is another. Without an answer it may have, so it stays.
            setKey(crypto.randomUUID());
          }}
          onClose={() => setReviewing(false)}
        />
      )}
    </Columns>
  );
}

/** When it pays, asked again while it is written. */
function Dates({ draft }: { readonly draft: ScheduleDraft }) {
  const asked = questionOf(draft);
  const settled = useSettled(JSON.stringify(asked), SETTLE_MS) as string | undefined;
  return (
    <Card title={t('schedules.firstDates')}>
      {asked === undefined || settled === undefined ? (
        <p>{t('schedules.chooseDates')}</p>
      ) : (
        <NextDates of={JSON.parse(settled) as RecurrenceQuestion} />
      )}
    </Card>
  );
}
