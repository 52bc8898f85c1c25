import type { PolicyCondition } from '../../api/types.js';
import { formatMoney, parseAmount } from '../../format/money.js';
import { t, tCode } from '../../messages/t.js';
import { ruleOf } from './condition-fields.table.js';
import type { ConditionField, FieldRule } from './condition-fields.table.js';

/** A condition as its form has it: as text. */
export interface ConditionDraft {
  readonly field: ConditionField;
  readonly operator: PolicyCondition['operator'];
  /** An amount, a number, or names, one a line; of the metadata the value. */
  readonly text: string;
  readonly chosen: readonly string[];
  /** Of the metadata. */
  readonly key: string;
}

export const newDraft = (field: ConditionField): ConditionDraft => ({
  ...{ field, operator: ruleOf(field).operators[0]!, text: '', chosen: [], key: '' },
});

const namesIn = (text: string): string[] => [
  ...new Set(
    text
      .split(/[\n,]/)
      .map((name) => name.trim())
      .filter((name) => name !== ''),
  ),
];

/** `5` is a number and `true` a truth value; in quotes they are text. */
function metadataValue(text: string): string | number | boolean {
  if (text === 'true' || text === 'false') return text === 'true';
  if (/^-?\d{1,15}(\.\d{1,6})?$/.test(text)) return Number(text);
  return /^".*"$/s.test(text) ? text.slice(1, -1) : text;
}

const metadataText = (value: unknown): string =>
  typeof value === 'string' && metadataValue(value) !== value ? `"${value}"` : String(value);

/** @returns undefined while the value is missing or wrong */
export function conditionOf(draft: ConditionDraft): PolicyCondition | undefined {
  const { field, operator } = draft;
  const value = valueOf(draft, ruleOf(field));
  return value === undefined ? undefined : { field, operator, value };
}

function valueOf({ text, chosen, key }: ConditionDraft, { kind }: FieldRule): PolicyCondition['value'] | undefined {
  const typed = text.trim();
  switch (kind) {
    case 'money': {
      const amount = parseAmount(typed);
      return 'cents' in amount ? amount.cents : undefined;
    }
    case 'count':
    case 'days':
      return /^\d{1,7}$/.test(typed) ? Number(typed) : undefined;
    case 'choices':
      return chosen.length > 0 ? [...chosen] : undefined;
    case 'names':
      return namesIn(typed).length > 0 ? namesIn(typed) : undefined;
    case 'pair':
      return key.trim() !== '' && typed !== '' ? { key: key.trim(), value: metadataValue(typed) } : undefined;
  }
}

/** A condition as its form shows it. */
export function draftOf({ field, operator, value }: PolicyCondition): ConditionDraft {
  const draft = { ...newDraft(field), operator };
  const { kind } = ruleOf(field);
  if (typeof value === 'number') {
    return { ...draft, text: kind === 'money' ? formatMoney(value).slice(1) : String(value) };
  }
  if (Array.isArray(value))
    return kind === 'names' ? { ...draft, text: value.join('\n') } : { ...draft, chosen: value };
  return { ...draft, key: String(value['key']), text: metadataText(value['value']) };
}

/** `Amount is at least $10,000.00` */
export function conditionText({ field, operator, value }: PolicyCondition): string {
  const { kind, texts = '' } = ruleOf(field);
  const name = tCode('condition', field);
  return t(`operator.${operator}`, { name, value: shown(value, kind === 'money', texts) });
}

function shown(value: PolicyCondition['value'], isMoney: boolean, texts: string): string {
  if (typeof value === 'number') return isMoney ? formatMoney(value) : value.toLocaleString('en-US');
  if (Array.isArray(value)) {
    const names = value.map((each) => (texts === '' ? each : tCode(texts, each)));
    return names.join(t('policies.or'));
  }
  return `${String(value['key'])}: ${metadataText(value['value'])}`;
}
