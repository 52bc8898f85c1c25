import { useEffect, useState } from 'react';
import { t } from '../messages/t.js';
import { Button } from '../ui/button.js';
import { Dialog, DialogButtons } from '../ui/dialog.js';
import { session } from './session.js';
import { useSession } from './use-session.js';

/** How long before the end of an idle session its user is asked. */
const WARNING_MS = 120_000;

/** Counts down to the end of an idle session, and ends it. */
export function IdleDialog() {
  const state = useSession();
  const endsAt = state.status === 'signed_in' ? state.idleEndsAt : undefined;
  const [left, setLeft] = useState<number>();
  useEffect(() => {
    if (endsAt === undefined) return undefined;
    const look = () => {
      const remaining = endsAt - Date.now();
      if (remaining <= 0) session.end('idle');
      else setLeft(remaining <= WARNING_MS ? Math.ceil(remaining / 1_000) : undefined);
    };
    look();
    const timer = setInterval(look, 1_000);
    return () => clearInterval(timer);
  }, [endsAt]);
  if (left === undefined || endsAt === undefined) return null;
  const stay = () => void session.refresh();
  return (
    <Dialog title={t('idle.title')} onClose={stay}>
      <p role="timer">{t('idle.text', { count: left })}</p>
      <DialogButtons>
        <Button onClick={() => void session.signOut().catch(() => session.end('signed_out'))}>
          {t('user.signOut')}
        </Button>
        <Button look="primary" onClick={stay}>
          {t('idle.stay')}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}
