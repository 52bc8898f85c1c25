import { useNavigate } from '@tanstack/react-router';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, dataOf } from '../../api/client.js';
import { Problem } from '../../api/problem.js';
import type { ExternalAccount } from '../../api/types.js';
import '../../messages/lazy/new-transfer.js';
import { t, tError } from '../../messages/t.js';
import type { FormError } from '../../ui/field.js';
import { useNotify } from '../../ui/toast.js';
import { fieldOf, requestOf } from './draft.js';
import type { Draft } from './draft.js';

const ATTEMPTS = 5;
const WAIT_MS = 1_500;

interface Options {
  readonly draft: Draft;
  readonly accounts: readonly ExternalAccount[];
  /** Of the form: however often it is sent, it makes one transfer. */
  readonly idempotencyKey: string;
  /** The API refused it. */
  readonly onErrors: (errors: readonly FormError[]) => void;
}

/** Sends a transfer, again while there is no answer. */
export function useCreateTransfer({ draft, accounts, idempotencyKey: key, onErrors }: Options) {
  const navigate = useNavigate();
  const notify = useNotify();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () =>
      dataOf(api.POST('/deliver/transfers', { body: requestOf(draft, accounts), headers: { 'Idempotency-Key': key } })),
    retry: (count, error) => count < ATTEMPTS && error instanceof Problem && error.isRetryable,
    retryDelay: WAIT_MS,
    // A browser that is offline must say so, not wait in silence.
    networkMode: 'always',
    onSuccess: ({ transfer }) => {
      notify(t('newTransfer.created', { reference: transfer.transfer_reference_id }));
      void queries.invalidateQueries();
      void navigate({ to: '/transfers/$id', params: { id: transfer.id } });
    },
    onError: (error) => {
      if (error instanceof Problem && !error.isRetryable) onErrors(errorsOf(error));
    },
  });
}

/** The errors of the API, beside the fields that they are about. */
export function errorsOf(problem: Problem): FormError[] {
  if (problem.fields.length === 0) return [{ text: tError({ error_code: problem.code, message: problem.message }) }];
  return problem.fields.map((problemOfField) => {
    const name = fieldOf(problemOfField.field);
    const text = tError(problemOfField);
    return name === undefined ? { text } : { name, text };
  });
}
