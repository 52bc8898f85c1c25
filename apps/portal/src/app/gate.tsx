import { useEffect } from 'react';
import { t } from '../messages/t.js';
import { Button } from '../ui/button.js';
import { EmptyState, Skeleton } from '../ui/states.js';
import { PasswordPage, SetPasswordPage } from '../pages/password/password-page.js';
import { SecondFactorPage } from '../pages/second-factor/second-factor-page.js';
import { SignInPage } from '../pages/sign-in/sign-in-page.js';
import { queries } from './query-client.js';
import { session } from './session.js';
import { Shell } from './shell.js';
import { applyTheme } from './theme.js';
import { useSession } from './use-session.js';

/** Shows the application to a signed-in user, and to everybody else the way in. The address stays what was asked for. */
export function Gate() {
  const state = useSession();
  const isOut = state.status === 'signed_out';
  const theme = state.status === 'signed_in' ? state.me.preferences.theme : undefined;
  useEffect(() => {
    // What one user has read is not there for the next.
    if (isOut) queries.clear();
  }, [isOut]);
  useEffect(() => {
    if (theme !== undefined) applyTheme(theme);
  }, [theme]);
  // Whoever opens it, signed in or not, has the link of one user.
  if (location.pathname.endsWith('/set-password')) return <SetPasswordPage />;
  switch (state.status) {
    case 'starting':
      return <Skeleton lines={3} />;
    case 'unreachable':
      return (
        <EmptyState icon="alert" tone="bad" title={t('state.failed.title')} text={t('problem.noAnswer')}>
          <Button icon="refresh" onClick={() => void session.start()}>
            {t('state.retry')}
          </Button>
        </EmptyState>
      );
    case 'signed_out':
      return <SignInPage reason={state.reason} />;
    case 'signed_in':
      if (state.duty === 'password') return <PasswordPage isForced />;
      return state.duty === 'second_factor' ? <SecondFactorPage isForced /> : <Shell />;
  }
}
