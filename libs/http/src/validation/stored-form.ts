import type { Sent } from './field.js';
import type { Rule } from './rule.js';

class Refused {}

/** Stands where a value was sent that breaks its rule. */
export const REFUSED: unknown = Object.freeze(new Refused());

const SENT = new WeakMap<object, Sent>();

/**
 * The form in which a field is stored: undefined where it was left out, `REFUSED` where it breaks the rule.
 * @param nested the instance, or the list of instances, that class-transformer made of an object or list
 */
export function storedForm(rule: Rule, sent: unknown, nested: unknown): unknown {
  if (sent === undefined || sent === null || (rule.blankIsAbsent === true && isBlank(sent))) return undefined;
  if (!rule.accepts(sent)) return REFUSED;
  if (rule.nested === undefined) return rule.normalise === undefined ? sent : rule.normalise(sent);
  if (rule.nested.list) (nested as object[]).forEach((item, index) => rememberSent(item, (sent as Sent[])[index]!));
  else rememberSent(nested as object, sent as Sent);
  return nested;
}

/** Own fields only: a prototype cannot lend one. */
export function ownField(sent: Sent, name: string): unknown {
  return Object.hasOwn(sent, name) ? sent[name] : undefined;
}

/** Keeps what was sent with the instance that was made of it, for the checks over several fields. */
export function rememberSent(instance: object, sent: Sent): void {
  SENT.set(instance, sent);
}

export function sentFor(instance: object): Sent {
  return SENT.get(instance) ?? {};
}

function isBlank(value: unknown): boolean {
  return typeof value === 'string' && value.trim() === '';
}
