import type { FormEvent } from 'react';
import { useQuery } from '@tanstack/react-query';
import { api, dataOf } from '../../api/client.js';
import { clockQuery } from '../../api/queries.js';
import { formatFull } from '../../format/time.js';
import { t } from '../../messages/t.js';
import { Button } from '../../ui/button.js';
import { TextField } from '../../ui/field.js';
import { typedIn } from '../../ui/form-text.js';
import { Card, Facts } from '../../ui/page.js';
import css from './sandbox.module.css';
import { useTool } from './use-tool.js';

const STEPS = [1, 3, 5] as const;

/** Lets days of the bank pass. */
export function ClockCard() {
  const { data: clock } = useQuery(clockQuery());
  const advance = useTool(
    (by: { readonly banking_days: number } | { readonly to: string }) =>
      dataOf(api.POST('/sandbox/clock/advance', { body: by })),
    (answer) => t('sandbox.advanced', { time: formatFull(answer.clock.banking_time, 'eastern') }),
  );
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    advance.mutate({ banking_days: Number(typedIn(event.currentTarget, 'days')) });
  };
  const submitTime = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    advance.mutate({ to: new Date(typedIn(event.currentTarget, 'to')).toISOString() });
  };
  return (
    <Card title={t('sandbox.clock')}>
      <div className={css['tool']}>
        <p>{t('sandbox.clockText')}</p>
        <Facts of={[[t('sandbox.now'), clock && formatFull(clock.banking_time, 'eastern')]]} />
        <div className={css['buttons']}>
          {STEPS.map((count) => (
            <Button key={count} disabled={advance.isPending} onClick={() => advance.mutate({ banking_days: count })}>
              {t('sandbox.advance', { count })}
            </Button>
          ))}
        </div>
        <form className={css['line']} onSubmit={submit}>
          <TextField label={t('sandbox.days')} name="days" type="number" min={1} max={366} defaultValue="10" required />
          <Button type="submit" isBusy={advance.isPending}>
            {t('sandbox.go')}
          </Button>
        </form>
        <form className={css['line']} onSubmit={submitTime}>
          <TextField {...{ label: t('sandbox.to'), name: 'to', type: 'datetime-local', required: true }} />
          <Button type="submit" isBusy={advance.isPending}>
            {t('sandbox.go')}
          </Button>
        </form>
      </div>
    </Card>
  );
}
