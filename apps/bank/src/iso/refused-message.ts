import type { messageRules } from '../ach/rules.table.js';

export type MessageRule = keyof typeof messageRules;

/** A message breaks the rules; nothing of it is used. */
export class RefusedMessage extends Error {
  override readonly name = 'RefusedMessage';

  constructor(
    readonly rule: MessageRule,
    /** Never contains an account number or a name. */
    readonly detail: string,
  ) {
    super(`${rule}: ${detail}`);
  }
}
