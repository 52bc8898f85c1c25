import { en } from './en.js';
import type { audit } from './lazy/audit.table.js';
import type { bulk } from './lazy/bulk.table.js';
import type { developers } from './lazy/developers.table.js';
import type { events } from './lazy/events.table.js';
import type { homePage } from './lazy/home.table.js';
import type { limits } from './lazy/limits.table.js';
import type { newTransferPage } from './lazy/new-transfer.table.js';
import type { rails } from './lazy/rails.table.js';
import type { reference } from './lazy/reference.table.js';
import type { reports } from './lazy/reports.table.js';
import type { sandbox } from './lazy/sandbox.table.js';
import type { schedules } from './lazy/schedules.table.js';
import type { subledgers } from './lazy/subledgers.table.js';
import type { transfer } from './lazy/transfer.table.js';
import type { webhooks } from './lazy/webhooks.table.js';

type Lazy = typeof audit &
  typeof bulk &
  typeof developers &
  typeof events &
  typeof homePage &
  typeof limits &
  typeof newTransferPage &
  typeof rails &
  typeof reference &
  typeof reports &
  typeof sandbox &
  typeof schedules &
  typeof subledgers &
  typeof transfer &
  typeof webhooks;
export type MessageKey = keyof (typeof en & Lazy);
type Texts = Readonly<Record<string, string | Readonly<Record<string, string>>>>;
type Values = Readonly<Record<string, string | number>>;

const texts: Record<string, Texts[string]> = { ...en };

/** Adds the texts of a page that is loaded later, before it shows one. */
export function addTexts(more: Texts): void {
  Object.assign(texts, more);
}

const plurals = new Intl.PluralRules('en-US');

/** The text of a key. `{name}` in it becomes a value; a text with several forms takes that of `count`. */
export function t(key: MessageKey, values: Values = {}): string {
  const entry = texts[key]!;
  const text = typeof entry === 'string' ? entry : (entry[plurals.select(Number(values['count']))] ?? entry['other']!);
  return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

/** The text of an error of the API: our own where there is one, for people do not see the names of its fields. */
export function tError({ error_code, message }: { readonly error_code: string; readonly message: string }): string {
  const key = `error.${error_code}`;
  return key in texts ? t(key as MessageKey) : message;
}

/** The text of a code that the API may extend: an unknown one is shown readably instead of not at all. */
export function tCode(prefix: string, code: string): string {
  const key = `${prefix}.${code}`;
  if (key in texts) return t(key as MessageKey);
  return code.charAt(0).toUpperCase() + code.slice(1).replaceAll('_', ' ');
}
