import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { api, dataOf } from '../../api/client.js';
import { Problem } from '../../api/problem.js';
import type { ExternalAccount } from '../../api/types.js';
import { formatWeekday } from '../../format/lazy/weekday.js';
import { formatMoney } from '../../format/money.js';
import '../../messages/lazy/schedules.js';
import { t, tCode } from '../../messages/t.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import type { FormError } from '../../ui/field.js';
import { needsDestination, needsSource } from '../../ui/lazy/parties.js';
import { sideErrorsOf } from '../../ui/form-errors.js';
import { Facts } from '../../ui/page.js';
import { useNotify } from '../../ui/toast.js';
import { useTypedAmount } from '../../ui/typed-amount.js';
import { recurrenceQuery } from './next-dates.js';
import { bodyOf, centsOf, questionOf } from './schedule-draft.js';
import type { ScheduleDraft } from './schedule-draft.js';

interface CreateScheduleDialogProps {
  /** Complete. */
  readonly draft: ScheduleDraft;
  readonly accounts: readonly ExternalAccount[];
  /** Of the form: however often it is sent, it makes one schedule. */
  readonly idempotencyKey: string;
  readonly onRefused: (errors: readonly FormError[]) => void;
  readonly onClose: () => void;
}

/** Repeats what will be paid and when, before it is. */
export function CreateScheduleDialog(props: CreateScheduleDialogProps) {
  const { draft, accounts, idempotencyKey, onRefused, onClose } = props;
  const queries = useQueryClient();
  const notify = useNotify();
  const navigate = useNavigate();
  const cents = centsOf(draft);
  const { question, isAnswered } = useTypedAmount(cents);
  const { data: dates } = useQuery(recurrenceQuery(questionOf(draft)!));
  const nameOf = (id: string | undefined) => {
    const account = accounts.find((each) => each.id === id);
    return account && `${account.account_holder_name} ${account.account_number}`;
  };
  const create = async () => {
    const headers = { 'Idempotency-Key': idempotencyKey };
    try {
      const { schedule } = await dataOf(api.POST('/deliver/schedules', { body: bodyOf(draft, accounts), headers }));
      notify(t('schedules.created'));
      void queries.invalidateQueries({ queryKey: ['schedules'] });
      void navigate({ to: '/schedules/$id', params: { id: schedule.id } });
    } catch (error) {
      // What stands beside a field is corrected in the form; all else is shown here, and can be tried again.
      if (!(error instanceof Problem) || error.isRetryable) throw error;
      onRefused(sideErrorsOf(error));
    }
  };
  const first = dates?.payment_dates?.[0];
  return (
    <ConfirmDialog
      title={t('schedules.reviewTitle', { name: draft.reference })}
      text={t('schedules.reviewText')}
      confirm={t('schedules.create')}
      isReady={isAnswered}
      action={create}
      onClose={onClose}
    >
      <Facts
        of={[
          [t('schedules.each'), formatMoney(cents)],
          [t('field.payer'), needsSource(draft) && nameOf(draft.source)],
          [t('field.payee'), needsDestination(draft) && nameOf(draft.destination)],
          [t('field.speed'), tCode('speed', draft.speed)],
          // Their lines are there from the start: a button that moves is missed by the click on its way.
          [t('field.dates'), dates?.rrule_readable ?? '…'],
          [t('field.nextPayment'), first === undefined ? '…' : formatWeekday(first)],
          [t('field.descriptor'), draft.descriptor],
          [t('newTransfer.subledger'), draft.subledger],
        ]}
      />
      {question}
    </ConfirmDialog>
  );
}
