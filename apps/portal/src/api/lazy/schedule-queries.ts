import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, dataOf } from '../client.js';
import type { RecurrenceQuestion } from '../types.js';

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
