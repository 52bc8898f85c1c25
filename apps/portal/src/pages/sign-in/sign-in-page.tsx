import { useEffect, useState } from 'react';
import type { FormEvent } from 'react';
import { Problem } from '../../api/problem.js';
import type { MfaChallenge } from '../../api/session-api.js';
import { session } from '../../app/session.js';
import type { EndReason } from '../../app/session.js';
import { t } from '../../messages/t.js';
import { Button } from '../../ui/button.js';
import { ErrorSummary, formClass, TextField } from '../../ui/field.js';
import type { FormError } from '../../ui/field.js';
import { typedIn } from '../../ui/form-text.js';
import { Banner, textOf } from '../../ui/states.js';
import { MfaForm } from './mfa-form.js';
import { SignInFrame } from '../../ui/sign-in-frame.js';

/** The way in: name and password, then a code where the user has a second factor. */
export function SignInPage({ reason }: { readonly reason: EndReason | undefined }) {
  const [challenge, setChallenge] = useState<MfaChallenge>();
  useEffect(() => {
    document.title = t('page.title', { title: t('signIn.title') });
  }, []);
  if (challenge) return <MfaForm challenge={challenge} onBack={() => setChallenge(undefined)} />;
  return (
    <SignInFrame title={t('signIn.title')} text={t('signIn.text')}>
      {reason !== undefined && <Banner tone="calm">{t(`signIn.${reason}`)}</Banner>}
      <PasswordForm onChallenge={setChallenge} />
    </SignInFrame>
  );
}

function PasswordForm({ onChallenge }: { readonly onChallenge: (challenge: MfaChallenge) => void }) {
  const [errors, setErrors] = useState<readonly FormError[]>([]);
  const [isBusy, setBusy] = useState(false);
  const [isShown, setShown] = useState(false);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    setBusy(true);
    try {
      const challenge = await session.signIn(typedIn(form, 'name'), typedIn(form, 'password'));
      if (challenge) onChallenge(challenge);
    } catch (error) {
      setErrors([{ text: signInText(error) }]);
    } finally {
      setBusy(false);
    }
  };
  return (
    <form className={formClass} onSubmit={(event) => void submit(event)}>
      <ErrorSummary errors={errors} />
      <TextField
        label={t('signIn.name')}
        name="name"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
      />
      <TextField
        label={t('signIn.password')}
        name="password"
        type={isShown ? 'text' : 'password'}
        autoComplete="current-password"
        required
        affix={
          <Button look="quiet" size="small" aria-pressed={isShown} onClick={() => setShown(!isShown)}>
            {t(isShown ? 'signIn.hide' : 'signIn.show')}
          </Button>
        }
      />
      <Button look="primary" size="wide" type="submit" isBusy={isBusy}>
        {t('signIn.submit')}
      </Button>
    </form>
  );
}

/** Wrong name and wrong password read the same; too many tries say when to come again. */
function signInText(error: unknown): string {
  if (!(error instanceof Problem)) return textOf(error);
  if (error.status === 401) return t('signIn.wrong');
  if (error.status === 429) return t('signIn.tooMany', { count: Math.ceil((error.retryAfterSeconds ?? 60) / 60) });
  return textOf(error);
}
