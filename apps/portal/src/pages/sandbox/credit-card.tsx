import { useState } from 'react';
import type { FormEvent } from 'react';
import { api, dataOf } from '../../api/client.js';
import { formatMoney, parseAmount } from '../../format/money.js';
import { t } from '../../messages/t.js';
import { Button } from '../../ui/button.js';
import { TextField } from '../../ui/field.js';
import { typedIn } from '../../ui/form-text.js';
import { Card } from '../../ui/page.js';
import css from './sandbox.module.css';
import { useTool } from './use-tool.js';

/** Adds money to the balance. */
export function CreditCard() {
  const [error, setError] = useState<string>();
  // A credit that was answered is done; the next one is another.
  const [key, setKey] = useState(() => crypto.randomUUID());
  const credit = useTool(
    async (amount: number) => {
      const headers = { 'Idempotency-Key': key };
      await dataOf(api.POST('/sandbox/balance/credit', { body: { amount }, headers }));
      setKey(crypto.randomUUID());
      return amount;
    },
    (amount) => t('sandbox.added', { amount: formatMoney(amount) }),
  );
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const amount = parseAmount(typedIn(event.currentTarget, 'amount'));
    setError('cents' in amount ? undefined : t(`amount.${amount.problem}`));
    if ('cents' in amount) credit.mutate(amount.cents);
  };
  return (
    <Card title={t('sandbox.credit')}>
      <div className={css['tool']}>
        <p>{t('sandbox.creditText')}</p>
        <form className={css['line']} noValidate autoComplete="off" onSubmit={submit}>
          <TextField
            label={t('newTransfer.amount')}
            name="amount"
            inputMode="decimal"
            defaultValue="10,000.00"
            error={error}
          />
          <Button type="submit" isBusy={credit.isPending}>
            {t('sandbox.add')}
          </Button>
        </form>
      </div>
    </Card>
  );
}
