import { Link } from '@tanstack/react-router';
import { useMe } from '../../app/use-session.js';
import '../../messages/lazy/home.js';
import { t } from '../../messages/t.js';
import { Card } from '../../ui/page.js';
import css from './first-steps.module.css';

/** The page of each step, and the scope that it needs. */
const STEPS = [
  { step: 'customer', to: '/customers/new', scope: 'write:businesses' },
  { step: 'account', to: '/accounts/new', scope: 'write:external-accounts' },
  { step: 'transfer', to: '/transfers/new', scope: 'write:transfers' },
] as const;

/** What a new enterprise sees instead of empty tables. */
export function FirstSteps() {
  const { scopes } = useMe();
  return (
    <Card title={t('first.title')}>
      <ol className={css['steps']}>
        {STEPS.map(({ step, to, scope }) => (
          <li key={step}>
            <h3>
              {scopes.includes(scope) ? <Link to={to}>{t(`first.${step}.title`)}</Link> : t(`first.${step}.title`)}
            </h3>
            <p>{t(`first.${step}.text`)}</p>
          </li>
        ))}
      </ol>
    </Card>
  );
}
