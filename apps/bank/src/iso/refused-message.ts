/** The rules of the bank for messages. */
export type MessageRule =
  'xml' | 'message_type' | 'network' | 'element' | 'totals' | 'routing_number' | 'account' | 'amount' | 'currency';

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
