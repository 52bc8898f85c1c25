import type { EnterpriseSettings } from '@payments/observability';
import { sessionSettings } from '../domain/session-rules.js';
import type { SessionSettings } from '../domain/session-rules.js';

/** The settings of an enterprise, with the defaults of those that it has not set. */
export type SettingsView = EnterpriseSettings & SessionSettings;

export function toSettingsView(settings: EnterpriseSettings): SettingsView {
  return { ...settings, ...sessionSettings(settings) };
}
