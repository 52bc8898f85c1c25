import { flag, instant, ListQuery, Optional, Required, text } from '@payments/http';

const MAX_REFERENCE = 255;

/** A reference id of the client. */
export const reference = (example: string) => text({ max: MAX_REFERENCE, verbatim: true, example });

/** Body of `POST /deliver/subledgers`. */
export class CreateSubledgerDto {
  @Required(reference('acme-wallet'))
  readonly subledger_reference_id!: string;

  /** Of a verified person or business, or the name of the enterprise. */
  @Required(reference('acme'))
  readonly customer_reference_id!: string;
}

/** Query of `GET /deliver/subledgers`. */
export class SubledgerQuery extends ListQuery {
  @Optional(instant())
  readonly start_time?: Date;

  @Optional(instant())
  readonly end_time?: Date;

  @Optional(reference('acme-wallet'))
  readonly subledger_reference_id?: string;

  @Optional(reference('acme'))
  readonly customer_reference_id?: string;

  @Optional(flag())
  readonly closed_with_balance?: boolean;
}

/** Query of `GET /deliver/balance/subledgers`. */
export class SubledgerBalanceQuery extends ListQuery {
  @Optional(reference('acme-wallet'))
  readonly subledger_reference_id?: string;

  @Optional(reference('acme'))
  readonly customer_reference_id?: string;

  @Optional(flag())
  readonly closed_with_balance?: boolean;
}
