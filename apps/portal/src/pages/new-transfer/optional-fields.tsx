import '../../messages/lazy/new-transfer.js';
import { t } from '../../messages/t.js';
import { SelectField } from '../../ui/field.js';
import type { FormError } from '../../ui/field.js';
import { useGroups, useSubledgers } from '../../ui/lazy/use-choices.js';
import type { Draft } from './draft.js';
import { MetadataFields } from './metadata-fields.js';
import css from './new-transfer.module.css';

interface OptionalFieldsProps {
  readonly draft: Draft;
  readonly errors: readonly FormError[];
  readonly onChange: (change: Partial<Draft>) => void;
}

/** What a transfer may belong to, where there is such a thing, and what else is kept with it. */
export function OptionalFields({ draft, errors, onChange }: OptionalFieldsProps) {
  const groups = useGroups(draft.group);
  const subledgers = useSubledgers(draft.subledger);
  const choices = [
    { name: 'subledger', label: t('newTransfer.subledger'), none: t('newTransfer.noSubledger'), options: subledgers },
    { name: 'group', label: t('field.group'), none: t('newTransfer.noGroup'), options: groups },
  ] as const;
  const offered = choices.filter(({ options }) => options.length > 0);
  return (
    <>
      {offered.length > 0 && (
        <div className={css['pair']}>
          {offered.map(({ name, label, none, options }) => (
            <SelectField
              key={name}
              {...{ label, name, isOptional: true, value: draft[name], options: [['', none], ...options] }}
              error={errors.find((error) => error.name === name)?.text}
              onChange={({ target }) => onChange({ [name]: target.value })}
            />
          ))}
        </div>
      )}
      <MetadataFields rows={draft.metadata} errors={errors} onChange={(metadata) => onChange({ metadata })} />
    </>
  );
}
