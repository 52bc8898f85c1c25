import type { ReactNode } from 'react';
import { t } from '../messages/t.js';
import { Icon } from './icon.js';
import css from './sign-in-frame.module.css';

const IS_SANDBOX = document.documentElement.dataset['environment'] === 'sandbox';

interface FrameProps {
  readonly title: string;
  readonly text: string;
  readonly children: ReactNode;
}

export const linkClass = css['link'];

/** The card in the middle of the screen for whoever is not in yet. */
export function SignInFrame({ title, text, children }: FrameProps) {
  return (
    <main className={css['screen']}>
      <div className={css['card']}>
        <div className={css['brand']}>
          <span className={css['mark']}>
            <Icon name="logo" size={24} />
          </span>
          {IS_SANDBOX && <span className={css['sandbox']}>{t('shell.sandbox')}</span>}
        </div>
        <div>
          <h1>{title}</h1>
          <p className={css['text']}>{text}</p>
        </div>
        {children}
      </div>
    </main>
  );
}
