import { t } from '../../messages/t.js';
import { Card } from '../../ui/page.js';
import css from './first-steps.module.css';

const STEPS = ['customer', 'account', 'transfer'] as const;

/** What a new enterprise sees instead of empty tables. */
export function FirstSteps() {
  return (
    <Card title={t('first.title')}>
      <ol className={css['steps']}>
        {STEPS.map((step) => (
          <li key={step}>
            <h3>{t(`first.${step}.title`)}</h3>
            <p>{t(`first.${step}.text`)}</p>
          </li>
        ))}
      </ol>
    </Card>
  );
}
