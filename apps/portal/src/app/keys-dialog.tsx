import { Fragment } from 'react';
import { t } from '../messages/t.js';
import type { MessageKey } from '../messages/t.js';
import { Dialog } from '../ui/dialog.js';
import { useSingleKeys } from '../ui/keys.js';
import { pagesOf } from './navigation.table.js';
import { usePreference } from './use-preference.js';
import { useMe } from './use-session.js';
import css from './keys-dialog.module.css';

const KEYS: readonly (readonly [key: string, meaning: MessageKey])[] = [
  ['Ctrl K', 'keys.palette'],
  ['?', 'keys.help'],
  ['/', 'keys.filter'],
  ['n', 'keys.newTransfer'],
  ['j  k', 'keys.rows'],
  ['Enter', 'keys.open'],
  ['Space', 'keys.peek'],
  ['x', 'keys.select'],
  ['c', 'keys.copy'],
  ['a', 'keys.approve'],
  ['r', 'keys.reject'],
  ['Esc', 'keys.close'],
];

export function KeysDialog({ onClose }: { readonly onClose: () => void }) {
  const me = useMe();
  const isOn = useSingleKeys();
  const save = usePreference();
  return (
    <Dialog title={t('keys.title')} onClose={onClose}>
      <dl className={css['keys']}>
        {KEYS.map(([key, meaning]) => (
          <Fragment key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{t(meaning)}</dd>
          </Fragment>
        ))}
        {pagesOf(me).map(({ key, label }) => (
          <Fragment key={key}>
            <dt>
              <kbd>{`g ${key}`}</kbd>
            </dt>
            <dd>{t('keys.go', { page: t(label) })}</dd>
          </Fragment>
        ))}
      </dl>
      <label className={css['toggle']}>
        <input type="checkbox" checked={isOn} onChange={({ target }) => save({ single_keys: target.checked })} />
        {t('keys.single')}
      </label>
    </Dialog>
  );
}
