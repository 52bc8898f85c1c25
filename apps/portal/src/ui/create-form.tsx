import { useState } from 'react';
import type { FormEvent, ReactNode } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Problem } from '../api/problem.js';
import { t } from '../messages/t.js';
import { Button } from './button.js';
import { ErrorSummary, formClass } from './field.js';
import type { FormError } from './field.js';
import { formErrorsOf } from './form-errors.js';
import { typedFields } from './form-fields.js';
import { Banner } from './states.js';

const ATTEMPTS = 5;
const WAIT_MS = 1_500;

interface CreateFormProps<Created> {
  readonly submit: string;
  /** Sends what was typed, with a key that makes one resource of any number of attempts. */
  readonly create: (typed: Readonly<Record<string, string>>, idempotencyKey: string) => Promise<Created>;
  readonly onCreated: (created: Created) => void;
  readonly children: (errors: readonly FormError[]) => ReactNode;
}

/** A form that creates something. What is wrong, the API says, and it is shown beside its field. */
export function CreateForm<Created>({ submit, create, onCreated, children }: CreateFormProps<Created>) {
  const queries = useQueryClient();
  const [errors, setErrors] = useState<readonly FormError[]>([]);
  const [key, setKey] = useState(() => crypto.randomUUID());
  const send = useMutation({
    mutationFn: (typed: Readonly<Record<string, string>>) => create(typed, key),
    retry: (count, error) => count < ATTEMPTS && error instanceof Problem && error.isRetryable,
    retryDelay: WAIT_MS,
    networkMode: 'always',
    onSuccess: (created) => {
      void queries.invalidateQueries();
      onCreated(created);
    },
    onError: (error) => {
      setErrors(formErrorsOf(error));
      // A refused request made nothing; the corrected one is another. Without an answer it may have, so it stays the same.
      if (error instanceof Problem && !error.isRetryable) setKey(crypto.randomUUID());
    },
  });
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setErrors([]);
    send.mutate(typedFields(event.currentTarget));
  };
  return (
    <form className={formClass} noValidate autoComplete="off" onSubmit={onSubmit}>
      <ErrorSummary errors={errors} />
      {children(errors)}
      {send.isPending && send.failureCount > 0 && <Banner tone="wait">{t('form.again')}</Banner>}
      <div>
        <Button look="primary" type="submit" isBusy={send.isPending}>
          {submit}
        </Button>
      </div>
    </form>
  );
}
