import { useState } from 'react';
import type { FormEvent } from 'react';
import { Problem } from '../../api/problem.js';
import { sessionApi } from '../../api/session-api.js';
import { session } from '../../app/session.js';
import { t } from '../../messages/t.js';
import { Button } from '../../ui/button.js';
import { ErrorSummary, formClass, TextField } from '../../ui/field.js';
import type { FormError } from '../../ui/field.js';
import { typedIn } from '../../ui/form-text.js';
import { Card, Page } from '../../ui/page.js';
import { textOf } from '../../ui/states.js';
import { useNotify } from '../../ui/toast.js';
import { SignInFrame } from '../../ui/sign-in-frame.js';

/** Changes the password: whenever one wants to, and at the first sign-in, where nothing else can be done before. */
export function PasswordPage({ isForced = false }: { readonly isForced?: boolean }) {
  if (isForced) {
    return (
      <SignInFrame title={t('password.forcedTitle')} text={t('password.forcedText')}>
        <PasswordForm />
        <Button look="quiet" onClick={() => void session.signOut().catch(() => session.end('signed_out'))}>
          {t('user.signOut')}
        </Button>
      </SignInFrame>
    );
  }
  return (
    <Page title={t('user.password')} subtitle={t('password.text')}>
      <Card isNarrow>
        <PasswordForm />
      </Card>
    </Page>
  );
}

/** Where a user whom an administrator has created or reset chooses a password, by the link in the address. */
export function SetPasswordPage() {
  return (
    <SignInFrame title={t('password.linkTitle')} text={t('password.linkText')}>
      <PasswordForm link={location.href} />
    </SignInFrame>
  );
}

function PasswordForm({ link }: { readonly link?: string }) {
  const [errors, setErrors] = useState<readonly FormError[]>([]);
  const [isBusy, setBusy] = useState(false);
  const notify = useNotify();
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const text = (name: string) => typedIn(form, name);
    if (text('next') !== text('again')) {
      setErrors([{ name: 'again', text: t('password.different') }]);
      return;
    }
    setBusy(true);
    try {
      if (link !== undefined) {
        const code = text('code').trim();
        await sessionApi.setPassword({ link, ...(code !== '' && { link_code: code }), new_password: text('next') });
        location.assign('/portal');
        return;
      }
      await session.changePassword(text('current'), text('next'));
      setErrors([]);
      form.reset();
      notify(t('password.changed'));
    } catch (error) {
      setErrors(passwordErrors(error));
    } finally {
      setBusy(false);
    }
  };
  const errorOf = (name: string) => errors.find((error) => error.name === name)?.text;
  return (
    <form className={formClass} onSubmit={(event) => void submit(event)}>
      <ErrorSummary errors={errors} />
      {link === undefined ? (
        <TextField
          {...{ label: t('password.current'), name: 'current', type: 'password', autoComplete: 'current-password' }}
          error={errorOf('current')}
          required
        />
      ) : (
        <TextField
          {...{ label: t('password.code'), name: 'code', autoComplete: 'off' }}
          hint={t('password.codeHint')}
          error={errorOf('code')}
        />
      )}
      <TextField
        {...{ label: t('password.new'), name: 'next', type: 'password', autoComplete: 'new-password' }}
        hint={t('password.hint')}
        error={errorOf('next')}
        required
        minLength={12}
      />
      <TextField
        {...{ label: t('password.again'), name: 'again', type: 'password', autoComplete: 'new-password' }}
        error={errorOf('again')}
        required
      />
      <Button look="primary" size="wide" type="submit" isBusy={isBusy}>
        {t(link === undefined ? 'password.submit' : 'password.set')}
      </Button>
    </form>
  );
}

const FIELDS: Readonly<Record<string, string>> = {
  current_password: 'current',
  new_password: 'next',
  link_code: 'code',
};

function passwordErrors(error: unknown): FormError[] {
  if (!(error instanceof Problem) || error.fields.length === 0) return [{ text: textOf(error) }];
  return error.fields.map(({ field = '', message }) => {
    const name = FIELDS[field];
    return name === undefined ? { text: message } : { name, text: message };
  });
}
