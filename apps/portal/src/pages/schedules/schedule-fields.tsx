import type { ExternalAccount } from '../../api/types.js';
import '../../messages/lazy/new-transfer.js';
import '../../messages/lazy/schedules.js';
import { t } from '../../messages/t.js';
import { Choice, fieldsClass, SelectField, TextField } from '../../ui/field.js';
import type { FormError } from '../../ui/field.js';
import { PartiesFields } from '../../ui/lazy/parties-fields.js';
import { useSubledgers } from '../../ui/lazy/use-choices.js';
import { REPEATS } from './schedule-draft.js';
import type { Repeat, ScheduleDraft } from './schedule-draft.js';

const SPEEDS = (['standard', 'same_day', 'asap'] as const).map((each) => [each, t(`speed.${each}`)] as const);
const CHOICES = REPEATS.map((each) => [each, t(`repeat.${each}`)] as const);

interface ScheduleFieldsProps {
  readonly draft: ScheduleDraft;
  readonly accounts: readonly ExternalAccount[];
  readonly errors: readonly FormError[];
  readonly onChange: (change: Partial<ScheduleDraft>) => void;
  readonly onAccount: (account: ExternalAccount) => void;
}

/** What is paid on each date, and on which dates. Fields have the names of the API's. */
export function ScheduleFields({ draft, accounts, errors, onChange, onAccount }: ScheduleFieldsProps) {
  const subledgers = useSubledgers(draft.subledger);
  const errorOf = (name: string) => errors.find((error) => error.name === name)?.text;
  const text = (key: 'amount' | 'reference' | 'descriptor' | 'start' | 'rule' | 'last', name: string) => ({
    ...{ name, value: draft[key], error: errorOf(name) },
    onChange: ({ target }: { readonly target: HTMLInputElement }) => onChange({ [key]: target.value }),
  });
  return (
    <>
      <PartiesFields {...{ parties: draft, accounts, errors, onChange, onAccount }} />
      <TextField label={t('newTransfer.amount')} inputMode="decimal" placeholder="0.00" {...text('amount', 'amount')} />
      <Choice
        {...{ legend: t('field.speed'), name: 'speed', value: draft.speed, options: SPEEDS }}
        onChange={(speed) => onChange({ speed: speed as ScheduleDraft['speed'] })}
      />
      <div className={fieldsClass}>
        <TextField
          {...{ label: t('schedules.start'), hint: t('schedules.startHint'), type: 'date' }}
          {...text('start', 'start_date')}
        />
        <SelectField
          {...{ label: t('schedules.repeat'), name: 'repeat', value: draft.repeat, options: CHOICES }}
          error={errorOf('repeat')}
          onChange={({ target }) => onChange({ repeat: target.value as Repeat })}
        />
        {draft.repeat === 'own' ? (
          <TextField
            {...{ label: t('schedules.rule'), hint: t('schedules.ruleHint'), spellCheck: false }}
            {...text('rule', 'recurrence')}
          />
        ) : (
          <TextField {...{ label: t('schedules.last'), isOptional: true, type: 'date' }} {...text('last', 'last')} />
        )}
        <TextField
          {...{ label: t('field.reference'), hint: t('newTransfer.referenceHint') }}
          {...text('reference', 'schedule_reference_id')}
        />
        <TextField
          {...{ label: t('field.descriptor'), isOptional: true }}
          {...text('descriptor', 'account_statement_descriptor')}
        />
        {subledgers.length > 0 && (
          <SelectField
            {...{ label: t('newTransfer.subledger'), name: 'subledger_reference_id', isOptional: true }}
            {...{ value: draft.subledger, options: [['', t('newTransfer.noSubledger')], ...subledgers] }}
            error={errorOf('subledger_reference_id')}
            onChange={({ target }) => onChange({ subledger: target.value })}
          />
        )}
      </div>
    </>
  );
}
