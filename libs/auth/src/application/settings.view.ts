import type { EnterpriseSettings } from '@payments/observability';
import { sessionSettings } from '../domain/session-rules.js';
import type { SessionSettings } from '../domain/session-rules.js';

/** The settings of an enterprise, with the defaults of those that it has not set. */
export type SettingsView = EnterpriseSettings & SessionSettings;

/** What a change replaces, by name; null for what is not set and has no default here. */
export function replacedSettings(settings: EnterpriseSettings, change: Partial<EnterpriseSettings>): object {
  const view = toSettingsView(settings);
  const names = (Object.keys(change) as (keyof EnterpriseSettings)[]).filter((name) => change[name] !== undefined);
  return Object.fromEntries(names.map((name) => [name, view[name] ?? null]));
}

export function toSettingsView(settings: EnterpriseSettings): SettingsView {
  return { ...settings, ...sessionSettings(settings) };
}
