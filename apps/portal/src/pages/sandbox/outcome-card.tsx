import type { FormEvent } from 'react';
import { useSearch } from '@tanstack/react-router';
import { api, dataOf } from '../../api/client.js';
import type { NewOutcome } from '../../api/types.js';
import { t } from '../../messages/t.js';
import { Button } from '../../ui/button.js';
import { fieldsClass, SelectField, TextField } from '../../ui/field.js';
import { allFields } from '../../ui/form-fields.js';
import { Card } from '../../ui/page.js';
import css from './sandbox.module.css';
import { useTool } from './use-tool.js';

const KINDS = (['return', 'reject', 'notification_of_change'] as const).map(
  (each) => [each, t(`sandbox.kind.${each}`)] as const,
);
const SIDES = [
  ['', t('sandbox.side.any')],
  ['destination', t('side.destination')],
  ['source', t('side.source')],
] as const;

/** Decides how a certain transfer ends. */
export function OutcomeCard() {
  const { transfer } = useSearch({ from: '/sandbox' });
  const set = useTool(
    ({ id = '', kind = '', code = '', leg = '' }: Readonly<Record<string, string>>) => {
      const body = { kind, code: code.toUpperCase(), ...(leg !== '' && { leg }) } as NewOutcome;
      return dataOf(api.POST('/sandbox/transfers/{id}/outcome', { params: { path: { id } }, body }));
    },
    () => t('sandbox.isSet'),
  );
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    set.mutate(allFields(event.currentTarget));
  };
  return (
    <Card title={t('sandbox.one')}>
      <form className={css['tool']} autoComplete="off" onSubmit={submit}>
        <p>{t('sandbox.oneText')}</p>
        <TextField
          label={t('sandbox.transfer')}
          name="id"
          defaultValue={typeof transfer === 'string' ? transfer : ''}
          spellCheck={false}
          required
        />
        <div className={fieldsClass}>
          <SelectField label={t('sandbox.kind')} name="kind" options={KINDS} />
          <SelectField label={t('sandbox.side')} name="leg" options={SIDES} />
        </div>
        <TextField label={t('sandbox.code')} name="code" hint={t('sandbox.codeHint')} maxLength={10} required />
        <div>
          <Button type="submit" isBusy={set.isPending}>
            {t('sandbox.set')}
          </Button>
        </div>
      </form>
    </Card>
  );
}
