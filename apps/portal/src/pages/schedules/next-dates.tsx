import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { api, dataOf } from '../../api/client.js';
import type { RecurrenceQuestion } from '../../api/types.js';
import { formatWeekday } from '../../format/lazy/weekday.js';
import '../../messages/lazy/schedules.js';
import { t } from '../../messages/t.js';
import { formErrorsOf } from '../../ui/form-errors.js';
import { Banner, Skeleton } from '../../ui/states.js';
import css from './next-dates.module.css';

/** As many as the API shows. */
const SHOWN = 5;

/** What a rule means: in words, and the next days on which it pays. */
export const recurrenceQuery = (question: RecurrenceQuestion) =>
  queryOptions({
    queryKey: ['schedules', 'dates', question],
    queryFn: ({ signal }) =>
      dataOf(api.POST('/deliver/schedules/rrule', { body: { ...question, occurrence_count: SHOWN }, signal })),
    placeholderData: keepPreviousData,
  });

/** The rule in words, and the next days on which it pays, as the API tells them. */
export function NextDates({ of }: { readonly of: RecurrenceQuestion }) {
  const { data, error, isPlaceholderData: isOld } = useQuery(recurrenceQuery(of));
  if (error) {
    return (
      <Banner tone="bad" icon="alert">
        {formErrorsOf(error).map(({ text }) => (
          <p key={text}>{text}</p>
        ))}
      </Banner>
    );
  }
  if (data === undefined) return <Skeleton lines={3} />;
  const { rrule_readable, occurrences, payment_dates = occurrences } = data;
  return (
    <div className={css['dates']} data-old={isOld} aria-live="polite" aria-busy={isOld}>
      <p>{rrule_readable}</p>
      {occurrences.length === 0 && <p>{t('schedules.noneLeft')}</p>}
      <ol>
        {occurrences.map((date, place) => (
          <li key={date}>
            <strong>{formatWeekday(payment_dates[place]!)}</strong>
            {payment_dates[place] !== date && <small>{t('schedules.moved', { date: formatWeekday(date) })}</small>}
          </li>
        ))}
      </ol>
    </div>
  );
}
