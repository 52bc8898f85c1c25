import { useState } from 'react';
import type { FormEvent, ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { Problem } from '../api/problem.js';
import { session } from '../app/session.js';
import { useMe } from '../app/use-session.js';
import { t } from '../messages/t.js';
import { Button } from './button.js';
import { Dialog, DialogButtons } from './dialog.js';
import { ErrorSummary, formClass, TextField } from './field.js';
import type { FormError } from './field.js';
import { typedIn } from './form-text.js';
import { textOf } from './states.js';

interface StepUp {
  /** Runs the action; where the API wants the user to prove anew who he is, asks for that and runs it again. */
  readonly guarded: <Result>(action: () => Promise<Result>) => Promise<Result>;
  /** To be shown: the question, while there is one. */
  readonly question: ReactNode;
}

/** For actions for which a token alone is not enough. */
export function useStepUp(): StepUp {
  const [asked, setAsked] = useState<{ readonly answer: (isProved: boolean) => void }>();
  const guarded = async <Result,>(action: () => Promise<Result>): Promise<Result> => {
    try {
      return await action();
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'step_up_required') throw error;
      const isProved = await new Promise<boolean>((answer) => setAsked({ answer }));
      setAsked(undefined);
      if (!isProved) throw error;
      return action();
    }
  };
  // Outside of any form: the submit event of a nested form never reaches React, and the browser would send the form itself.
  return { guarded, question: asked && createPortal(<StepUpDialog onAnswer={asked.answer} />, document.body) };
}

function StepUpDialog({ onAnswer }: { readonly onAnswer: (isProved: boolean) => void }) {
  const { mfa } = useMe();
  const [errors, setErrors] = useState<readonly FormError[]>([]);
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    event.stopPropagation();
    const proof = typedIn(event.currentTarget, 'proof');
    setBusy(true);
    try {
      await session.stepUp(mfa ? { code: proof.replaceAll(/\s/g, '') } : { password: proof });
      onAnswer(true);
    } catch (error) {
      setErrors([{ name: 'proof', text: textOf(error) }]);
      setBusy(false);
    }
  };
  const field = mfa
    ? ({ label: t('factor.code'), inputMode: 'numeric', autoComplete: 'one-time-code' } as const)
    : ({ label: t('signIn.password'), type: 'password', autoComplete: 'current-password' } as const);
  return (
    <Dialog title={t('stepUp.title')} onClose={() => onAnswer(false)}>
      <form className={formClass} noValidate onSubmit={(event) => void submit(event)}>
        <p>{t('stepUp.text')}</p>
        <ErrorSummary errors={errors} />
        <TextField {...field} name="proof" error={errors[0]?.text} />
        <DialogButtons>
          <Button onClick={() => onAnswer(false)}>{t('dialog.cancel')}</Button>
          <Button look="primary" type="submit" isBusy={isBusy}>
            {t('mfa.submit')}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}
