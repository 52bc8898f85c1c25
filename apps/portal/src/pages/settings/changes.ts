import type { Settings } from '../../api/types.js';
import { settingGroups } from './settings.table.js';
import type { SettingField, SettingName } from './settings.table.js';

type Value = string | number | boolean;

export interface SettingChange {
  readonly name: SettingName;
  readonly before: Value;
  readonly after: Value;
}

export const valueOf = (settings: Settings, { name, fallback }: SettingField): Value =>
  settings[name] ?? fallback ?? '';

function typedValue({ name, kind }: SettingField, form: FormData): Value {
  const typed = form.get(name);
  if (kind === 'switch') return typed !== null;
  return kind === 'number' ? Number(typed) : (typed as string);
}

/** What a form changes. */
export const changesOf = (settings: Settings, form: FormData): SettingChange[] =>
  settingGroups
    .flatMap(({ fields }) => fields)
    .map((field) => ({ name: field.name, before: valueOf(settings, field), after: typedValue(field, form) }))
    .filter(({ before, after }) => before !== after);
