import { useState } from 'react';
import type { FormEvent } from 'react';
import { Problem } from '../../api/problem.js';
import type { MfaChallenge } from '../../api/session-api.js';
import { session } from '../../app/session.js';
import { t } from '../../messages/t.js';
import { Button } from '../../ui/button.js';
import { ErrorSummary, formClass, TextField } from '../../ui/field.js';
import type { FormError } from '../../ui/field.js';
import { typedIn } from '../../ui/form-text.js';
import { textOf } from '../../ui/states.js';
import { linkClass, SignInFrame } from '../../ui/sign-in-frame.js';

interface MfaFormProps {
  readonly challenge: MfaChallenge;
  readonly onBack: () => void;
}

/** The second step: a code of the app, or one of the recovery codes. */
export function MfaForm({ challenge, onBack }: MfaFormProps) {
  const [isRecovery, setRecovery] = useState(false);
  const [errors, setErrors] = useState<readonly FormError[]>([]);
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const code = typedIn(event.currentTarget, 'code').replaceAll(/\s/g, '');
    setBusy(true);
    try {
      await session.confirmMfa(challenge.token, code);
    } catch (error) {
      // 400: the code; 401: the first step was too long ago.
      const isWrong = error instanceof Problem && [400, 401].includes(error.status);
      setErrors([{ name: 'code', text: isWrong ? t('mfa.wrong') : textOf(error) }]);
    } finally {
      setBusy(false);
    }
  };
  return (
    <SignInFrame title={t('mfa.title')} text={t(isRecovery ? 'mfa.recoveryText' : 'mfa.text')}>
      <form className={formClass} onSubmit={(event) => void submit(event)}>
        <ErrorSummary errors={errors} />
        <TextField
          key={String(isRecovery)}
          label={t(isRecovery ? 'mfa.recoveryCode' : 'mfa.code')}
          name="code"
          inputMode={isRecovery ? 'text' : 'numeric'}
          autoComplete={isRecovery ? 'off' : 'one-time-code'}
          required
        />
        <Button look="primary" size="wide" type="submit" isBusy={isBusy}>
          {t('mfa.submit')}
        </Button>
        <button type="button" className={linkClass} onClick={() => setRecovery(!isRecovery)}>
          {t(isRecovery ? 'mfa.useCode' : 'mfa.useRecovery')}
        </button>
        <button type="button" className={linkClass} onClick={onBack}>
          {t('mfa.back')}
        </button>
      </form>
    </SignInFrame>
  );
}
