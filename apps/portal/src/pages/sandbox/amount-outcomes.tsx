import { t } from '../../messages/t.js';
import { LinkButton } from '../../ui/link-button.js';
import css from './sandbox.module.css';

/** The last two digits that decide something; the service documents the same in its reference. */
const CENTS = ['01', '02', '03', '05', '08', '09', '26', '27', '51'] as const;

export function AmountOutcomes() {
  return (
    <>
      <p className={css['note']}>{t('sandbox.amountsText')}</p>
      <table className={css['table']}>
        <thead>
          <tr>
            <th scope="col">{t('sandbox.cents')}</th>
            <th scope="col">{t('sandbox.outcome')}</th>
            <th scope="col">{t('field.actions')}</th>
          </tr>
        </thead>
        <tbody>
          {CENTS.map((cents) => (
            <tr key={cents}>
              <td>{cents}</td>
              <td>{t(`sandbox.outcomes.${cents}`)}</td>
              <td>
                <LinkButton
                  size="small"
                  to="/transfers/new"
                  search={{ amount: `10.${cents}` }}
                  label={t('sandbox.makeOne', { cents })}
                >
                  {t('sandbox.make')}
                </LinkButton>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
