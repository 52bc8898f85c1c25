import { useEffect, useRef, useState } from 'react';
import { Link, Outlet, useNavigate, useRouterState } from '@tanstack/react-router';
import { t } from '../messages/t.js';
import { Button } from '../ui/button.js';
import { Icon } from '../ui/icon.js';
import { useKeys } from '../ui/keys.js';
import { useModal } from '../ui/dialog.js';
import { AttentionMark } from './attention-mark.js';
import { BankingClock } from './banking-clock.js';
import { IdleDialog } from './idle-dialog.js';
import { KeysDialog } from './keys-dialog.js';
import { LiveMark } from './live-mark.js';
import { groupsFor, pagesOf } from './navigation.table.js';
import { InboxCount } from './inbox-count.js';
import { OfflineBar } from './offline-bar.js';
import { Palette } from './palette.js';
import { useMe } from './use-session.js';
import { UserMenu } from './user-menu.js';
import css from './shell.module.css';

/** The frame around every page of a signed-in user. */
export function Shell() {
  const me = useMe();
  const [open, setOpen] = useState<'palette' | 'keys' | 'drawer'>();
  const navigate = useNavigate();
  const close = () => setOpen(undefined);
  const pages = pagesOf(me);
  useKeys({
    'mod+k': () => setOpen(open === 'palette' ? undefined : 'palette'),
    '?': () => setOpen('keys'),
    '/': () => document.querySelector<HTMLElement>('[data-filter]')?.focus(),
    ...Object.fromEntries(pages.map(({ key, to }) => [`g ${key}`, () => void navigate({ to })])),
    ...(me.scopes.includes('write:transfers') && { n: () => void navigate({ to: '/transfers/new' }) }),
  });
  return (
    <div className={css['shell']}>
      <a className={css['skip']} href="#content">
        {t('shell.skip')}
      </a>
      <Side />
      <div className={css['main']}>
        <header className={css['top']} data-environment={me.enterprise.environment}>
          <div className={css['menuButton']}>
            <Button look="quiet" icon="menu" aria-label={t('shell.menu')} onClick={() => setOpen('drawer')} />
          </div>
          <button type="button" className={css['jump']} onClick={() => setOpen('palette')}>
            <Icon name="search" />
            <span>{t('palette.open')}</span>
            <kbd aria-hidden="true">{t('palette.keys')}</kbd>
          </button>
          <div className={css['topEnd']}>
            {me.scopes.includes('read:webhook-configurations') && <LiveMark />}
            {me.enterprise.environment === 'sandbox' && <span className={css['sandbox']}>{t('shell.sandbox')}</span>}
            <AttentionMark />
            <UserMenu onKeys={() => setOpen('keys')} />
          </div>
        </header>
        <OfflineBar />
        <main id="content" tabIndex={-1}>
          <Outlet />
        </main>
      </div>
      {open === 'drawer' && <Drawer onClose={close} />}
      {open === 'palette' && <Palette onClose={close} />}
      {open === 'keys' && <KeysDialog onClose={close} />}
      <IdleDialog />
    </div>
  );
}

function Side() {
  const me = useMe();
  const { enterprise, scopes } = me;
  return (
    <aside className={css['side']} aria-label={t('shell.side')}>
      <div className={css['brand']}>
        <span className={css['mark']}>
          <Icon name="logo" size={18} />
        </span>
        <span>{enterprise.name}</span>
      </div>
      <nav className={css['nav']} aria-label={t('shell.navigation')}>
        {groupsFor(me).map(({ label, entries }) => (
          <div key={entries[0]!.to} className={css['group']}>
            {label !== undefined && <p>{t(label)}</p>}
            {entries.map((entry) => (
              <Link key={entry.to} to={entry.to} activeOptions={{ exact: entry.to === '/', includeSearch: false }}>
                <Icon name={entry.icon} size={18} />
                {t(entry.label)}
                {entry.isInbox && scopes.includes('write:approvals') && <InboxCount />}
              </Link>
            ))}
          </div>
        ))}
      </nav>
      {enterprise.environment === 'sandbox' && scopes.includes('read:transfers') && <BankingClock />}
    </aside>
  );
}

/** The side bar of a narrow window. */
function Drawer({ onClose }: { readonly onClose: () => void }) {
  const dialog = useModal();
  const address = useRouterState({ select: ({ location }) => location.href });
  const opened = useRef(address);
  useEffect(() => {
    if (address !== opened.current) onClose();
  }, [address, onClose]);
  return (
    <dialog ref={dialog} className={css['drawer']} aria-label={t('shell.navigation')} onClose={onClose}>
      <Side />
    </dialog>
  );
}
