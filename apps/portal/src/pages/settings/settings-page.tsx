import { useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api, dataOf } from '../../api/client.js';
import { settingsQuery } from '../../api/queries.js';
import type { Settings } from '../../api/types.js';
import { useCan } from '../../app/use-session.js';
import { t, tCode } from '../../messages/t.js';
import { Button } from '../../ui/button.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { CheckField, formClass, SelectField, TextField } from '../../ui/field.js';
import { Loaded } from '../../ui/loaded.js';
import { Card, Facts, Page } from '../../ui/page.js';
import { Banner } from '../../ui/states.js';
import { useNotify } from '../../ui/toast.js';
import { changesOf, valueOf } from './changes.js';
import type { SettingChange } from './changes.js';
import { settingGroups } from './settings.table.js';
import type { SettingField } from './settings.table.js';

/** The rules of the enterprise for every client and user. */
export function SettingsPage() {
  const query = useQuery(settingsQuery());
  return (
    <Page title={t('nav.settings')} subtitle={t('settings.subtitle')}>
      {/* Values that were changed meanwhile begin a new form. */}
      <Loaded query={query}>{(settings) => <SettingsForm key={JSON.stringify(settings)} settings={settings} />}</Loaded>
    </Page>
  );
}

function SettingsForm({ settings }: { readonly settings: Settings }) {
  const canWrite = useCan('write:settings');
  const notify = useNotify();
  const [changes, setChanges] = useState<readonly SettingChange[]>();
  const review = (form: HTMLFormElement) => {
    const found = changesOf(settings, new FormData(form));
    if (found.length === 0) notify(t('settings.unchanged'));
    else setChanges(found);
  };
  return (
    <form
      className={formClass}
      onSubmit={(event) => {
        event.preventDefault();
        review(event.currentTarget);
      }}
    >
      {!canWrite && <Banner tone="plain">{t('settings.readOnly')}</Banner>}
      {settingGroups.map(({ id, fields }) => (
        <Card key={id} title={t(`settings.${id}`)}>
          <div className={formClass}>
            {fields.map((field) => (
              <Setting key={field.name} field={field} settings={settings} isDisabled={!canWrite} />
            ))}
          </div>
        </Card>
      ))}
      {canWrite && (
        <div>
          <Button look="primary" type="submit">
            {t('settings.save')}
          </Button>
        </div>
      )}
      {changes && <SaveDialog changes={changes} onClose={() => setChanges(undefined)} />}
    </form>
  );
}

interface SettingProps {
  readonly field: SettingField;
  readonly settings: Settings;
  readonly isDisabled: boolean;
}

function Setting({ field, settings, isDisabled }: SettingProps) {
  const { name, kind, range = [], values = [] } = field;
  const value = valueOf(settings, field);
  const common = { name, label: t(`setting.${name}`), disabled: isDisabled };
  if (kind === 'switch') return <CheckField {...common} defaultChecked={value === true} />;
  if (kind === 'choice') {
    const options = values.map((each) => [each, tCode('settingValue', each)] as const);
    return <SelectField {...common} options={options} defaultValue={String(value)} />;
  }
  const [min, max] = range;
  return <TextField {...common} type="number" min={min} max={max} defaultValue={String(value)} required />;
}

function SaveDialog({
  changes,
  onClose,
}: {
  readonly changes: readonly SettingChange[];
  readonly onClose: () => void;
}) {
  const queries = useQueryClient();
  const notify = useNotify();
  const save = async () => {
    const body = Object.fromEntries(changes.map(({ name, after }) => [name, after]));
    const { approval } = await dataOf(api.PATCH('/portal/settings', { body }));
    notify(t(approval === undefined ? 'settings.saved' : 'settings.waits'));
    await queries.invalidateQueries({ queryKey: ['settings'] });
  };
  return (
    <ConfirmDialog
      title={t('settings.saveTitle')}
      text={t('settings.saveText')}
      confirm={t('settings.save')}
      action={save}
      onClose={onClose}
    >
      <Facts
        of={changes.map(({ name, before, after }) => [
          t(`setting.${name}`),
          t('settings.change', { before: textOf(before), after: textOf(after) }),
        ])}
      />
    </ConfirmDialog>
  );
}

const textOf = (value: string | number | boolean) =>
  typeof value === 'number' ? String(value) : tCode('settingValue', String(value));
