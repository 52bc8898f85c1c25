import type { Sent } from './field.js';
import type { Rule } from './rule.js';

class Refused {}

/** Replaces a value that breaks its rule. */
export const REFUSED: unknown = Object.freeze(new Refused());

const SENT = new WeakMap<object, Sent>();

/**
 * The stored form of a field: undefined if it is absent, `REFUSED` if it breaks the rule.
 * @param nested the instance, or the list of instances, that class-transformer created from an object or list
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

/** Stores the input with the instance created from it, for the checks over several fields. */
export function rememberSent(instance: object, sent: Sent): void {
  SENT.set(instance, sent);
}

export function sentFor(instance: object): Sent {
  return SENT.get(instance) ?? {};
}

function isBlank(value: unknown): boolean {
  return typeof value === 'string' && value.trim() === '';
}
