import { useState } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { MessageKey } from '../messages/t.js';
import { t } from '../messages/t.js';
import type { FormError } from './field.js';
import { formErrorsOf } from './form-errors.js';
import { useStepUp } from './step-up.js';
import { useNotify } from './toast.js';

interface SaveControlOptions<Control> {
  /** The first word of the keys of its queries. */
  readonly of: 'policies' | 'limits';
  readonly send: (control: Control) => Promise<{ readonly approval?: unknown }>;
  readonly saved: MessageKey;
  readonly onSaved: () => void;
}

/** Saves what decides who can release money. It needs a fresh sign-in, and under dual control another administrator. */
export function useSaveControl<Control>({ of, send, saved, onSaved }: SaveControlOptions<Control>) {
  const queries = useQueryClient();
  const notify = useNotify();
  const [errors, setErrors] = useState<readonly FormError[]>([]);
  const { guarded, question } = useStepUp();
  const save = useMutation({
    mutationFn: (control: Control) => guarded(() => send(control)),
    onSuccess: ({ approval }) => {
      notify(t(approval === undefined ? saved : 'controls.pending'));
      void queries.invalidateQueries({ queryKey: [of] });
      onSaved();
    },
    onError: (error) => setErrors(formErrorsOf(error)),
  });
  return { save, errors, setErrors, question };
}
