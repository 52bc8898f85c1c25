import { lazy, Suspense, useState } from 'react';
import { Problem } from '../../api/problem.js';
import type { NewSecondFactor } from '../../api/session-api.js';
import { session } from '../../app/session.js';
import { useMe } from '../../app/use-session.js';
import { t } from '../../messages/t.js';
import { Button } from '../../ui/button.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { ErrorSummary, formClass, TextField } from '../../ui/field.js';
import type { FormError } from '../../ui/field.js';
import { typedIn } from '../../ui/form-text.js';
import { Card, Page } from '../../ui/page.js';
import { SignInFrame } from '../../ui/sign-in-frame.js';
import { Banner, Skeleton, textOf } from '../../ui/states.js';
import { useStepUp } from '../../ui/step-up.js';
import { useNotify } from '../../ui/toast.js';
import { Code, CopyButton } from '../../ui/values.js';

// Every page loads this one, for it may stand before them; the code is drawn once in a user's life.
const QrCode = lazy(() => import('./qr-code.js').then(({ QrCode: component }) => ({ default: component })));

/** Sets up an authenticator app: whenever one wants to, and before anything else where the enterprise requires it. */
export function SecondFactorPage({ isForced = false }: { readonly isForced?: boolean }) {
  const { mfa } = useMe();
  if (isForced) {
    return (
      <SignInFrame title={t('factor.title')} text={t('factor.forcedText')}>
        <Enrollment />
        <Button look="quiet" onClick={() => void session.signOut().catch(() => session.end('signed_out'))}>
          {t('user.signOut')}
        </Button>
      </SignInFrame>
    );
  }
  return (
    <Page title={t('factor.title')} subtitle={t('factor.text')}>
      <Card isNarrow>{mfa ? <Removal /> : <Enrollment />}</Card>
    </Page>
  );
}

function Removal() {
  const [isAsking, setAsking] = useState(false);
  const notify = useNotify();
  const remove = async () => {
    await session.removeMfa();
    notify(t('factor.removed'));
  };
  return (
    <div className={formClass}>
      <Banner tone="good">{t('factor.has')}</Banner>
      <div>
        <Button icon="cross" onClick={() => setAsking(true)}>
          {t('factor.remove')}
        </Button>
      </div>
      {isAsking && (
        <ConfirmDialog
          title={t('factor.removeTitle')}
          text={t('factor.removeText')}
          confirm={t('factor.remove')}
          isDangerous
          action={remove}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  );
}

function Enrollment() {
  const [factor, setFactor] = useState<NewSecondFactor>();
  const [errors, setErrors] = useState<readonly FormError[]>([]);
  const [isBusy, setBusy] = useState(false);
  const { guarded, question } = useStepUp();
  const begin = () => {
    setBusy(true);
    guarded(() => session.beginMfa())
      .then(setFactor, (error: unknown) => setErrors([{ text: textOf(error) }]))
      .finally(() => setBusy(false));
  };
  if (factor) return <Confirmation factor={factor} />;
  return (
    <div className={formClass}>
      <ErrorSummary errors={errors} />
      <Button look="primary" size="wide" isBusy={isBusy} onClick={begin}>
        {t('factor.begin')}
      </Button>
      {question}
    </div>
  );
}

function Confirmation({ factor: { secret, otpauth_uri, recovery_codes } }: { readonly factor: NewSecondFactor }) {
  const [errors, setErrors] = useState<readonly FormError[]>([]);
  const [isBusy, setBusy] = useState(false);
  const notify = useNotify();
  const confirm = async (form: HTMLFormElement) => {
    setBusy(true);
    try {
      await session.enrollMfa(typedIn(form, 'code').replaceAll(/\s/g, ''));
      notify(t('factor.done'));
    } catch (error) {
      const isWrong = error instanceof Problem && !error.isRetryable;
      setErrors([{ name: 'code', text: isWrong ? t('factor.wrong') : textOf(error) }]);
    } finally {
      setBusy(false);
    }
  };
  const codes = recovery_codes.join('\n');
  return (
    <form
      className={formClass}
      onSubmit={(event) => {
        event.preventDefault();
        void confirm(event.currentTarget);
      }}
    >
      <ErrorSummary errors={errors} />
      <p>{t('factor.scan')}</p>
      <Suspense fallback={<Skeleton lines={5} />}>
        <QrCode text={otpauth_uri} label={t('factor.qr')} />
      </Suspense>
      <p>
        {t('factor.secret')} <CopyButton text={secret} label={t('factor.copySecret')} />
      </p>
      <Code>{secret}</Code>
      <p>
        {t('factor.codes')} <CopyButton text={codes} label={t('factor.copyCodes')} />
      </p>
      <Code>{codes}</Code>
      <label>
        <input type="checkbox" required /> {t('factor.stored')}
      </label>
      <TextField
        label={t('factor.code')}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        error={errors[0]?.text}
        required
      />
      <Button look="primary" size="wide" type="submit" isBusy={isBusy}>
        {t('factor.confirm')}
      </Button>
    </form>
  );
}
