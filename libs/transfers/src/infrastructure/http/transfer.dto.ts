import { MAX_TRANSFER_CENTS } from '@payments/kernel';
import {
  AtLeastOneOf,
  cents,
  ErrorOrder,
  instant,
  integerText,
  ListQuery,
  metadata,
  objectOf,
  oneOf,
  Optional,
  printed,
  repeatable,
  Required,
  text,
  uuidText,
} from '@payments/http';
import { FIELD_ORDER } from '../../domain/field-order.js';
import { rails, transferReasonCodes } from '../../domain/reason-codes.js';
import type { Rail, TransferReasonCode } from '../../domain/reason-codes.js';
import { speeds } from '../../domain/transfer-state.js';
import type { Metadata, Speed } from '../../domain/transfer-state.js';
import { transferStatuses } from '../../domain/transfer-status.js';
import type { TransferStatus } from '../../domain/transfer-status.js';
import { useCases } from '../../domain/transfer-type.js';
import type { UseCase } from '../../domain/transfer-type.js';

const MAX_REFERENCE = 255;
const MAX_DESCRIPTOR = 140;

/** A reference id of the client. */
export const reference = (example: string) => text({ max: MAX_REFERENCE, verbatim: true, example });
const STATEMENT_TEXT = text({
  max: MAX_DESCRIPTOR,
  pattern: /^ *[A-Za-z0-9.,\-/&#][A-Za-z0-9 .,\-/&#]*$/,
  expected: 'letters, digits, spaces and . , - / & #',
  example: 'ACME PAYROLL',
});
/** Text on bank statements: the description of an entry has 10 characters, the name of the payer 16. */
export const descriptor = printed(STATEMENT_TEXT, 10);
const displayName = printed(STATEMENT_TEXT, 16);

const centsText = integerText({ min: 1, max: Number(MAX_TRANSFER_CENTS) });

const codes = (side: string, field: string) => ({ stem: `${side}_${field}` });

export class SourceDto {
  @Required(reference('acct-acme-operating'), codes('source', 'account_reference_id'))
  readonly account_reference_id!: string;

  @Required(reference('acme'), codes('source', 'customer_reference_id'))
  readonly customer_reference_id!: string;

  @Optional(displayName, codes('source', 'statement_display_name'))
  readonly statement_display_name?: string;
}

export class DestinationDto {
  @Required(reference('acct-acme-operating'), codes('destination', 'account_reference_id'))
  readonly account_reference_id!: string;

  @Required(reference('acme'), codes('destination', 'customer_reference_id'))
  readonly customer_reference_id!: string;

  @Optional(displayName, codes('destination', 'statement_display_name'))
  readonly statement_display_name?: string;
}

const NamesAParty = () =>
  AtLeastOneOf(['source', 'destination'], {
    error_code: 'missing_source_and_destination',
    message: 'source or destination is required, or both',
  });

/** What a transfer is, besides its reference. */
@ErrorOrder(FIELD_ORDER)
class TransferTermsDto {
  @Optional(objectOf(() => SourceDto), { invalid: 'invalid_source_account_reference_id' })
  readonly source?: SourceDto;

  @Optional(objectOf(() => DestinationDto), { invalid: 'invalid_destination_account_reference_id' })
  readonly destination?: DestinationDto;

  @Required(cents({ max: Number(MAX_TRANSFER_CENTS) }))
  readonly amount!: number;

  @Required(oneOf(['USD']))
  readonly currency!: 'USD';

  @Required(oneOf(speeds))
  readonly speed!: Speed;

  @Optional(descriptor)
  readonly account_statement_descriptor?: string;

  @Optional(metadata())
  readonly metadata?: Metadata;

  /** The group that the transfer joins. */
  @Optional(uuidText())
  readonly transfer_group_id?: string;

  /** The subledger whose money the transfer moves. Without it: the enterprise itself. */
  @Optional(reference('acme-wallet'))
  readonly subledger_reference_id?: string;
}

/** Body of `POST /deliver/transfers`. */
@NamesAParty()
export class CreateTransferDto extends TransferTermsDto {
  @Required(reference('payout-0001'))
  readonly transfer_reference_id!: string;
}

/** Body of `POST /deliver/transfers/preview`. */
@NamesAParty()
export class PreviewTransferDto extends TransferTermsDto {
  @Optional(reference('payout-0001'))
  readonly transfer_reference_id?: string;
}

/** Body of `PATCH /deliver/transfers/{id}`: the metadata is all that may be changed. `{}` clears it. */
export class ChangeTransferDto {
  @Required(metadata())
  readonly metadata!: Metadata;
}

/** Query of `GET /deliver/transfers`. */
export class TransferQuery extends ListQuery {
  @Optional(instant())
  readonly start_time?: Date;

  @Optional(instant())
  readonly end_time?: Date;

  @Optional(repeatable(oneOf(transferStatuses)))
  readonly status?: readonly TransferStatus[];

  @Optional(reference('payout-0001'))
  readonly transfer_reference_id?: string;

  @Optional(reference('acme'))
  readonly customer_reference_id?: string;

  @Optional(reference('acct-acme-operating'))
  readonly account_reference_id?: string;

  @Optional(uuidText())
  readonly transfer_group_id?: string;

  @Optional(uuidText())
  readonly schedule_id?: string;

  @Optional(reference('acme-wallet'))
  readonly subledger_reference_id?: string;

  @Optional(uuidText())
  readonly bulk_transfer_id?: string;

  @Optional(reference('client_1'))
  readonly created_by?: string;

  @Optional(centsText)
  readonly amount_min?: number;

  @Optional(centsText)
  readonly amount_max?: number;

  @Optional(oneOf(useCases))
  readonly use_case?: UseCase;

  @Optional(oneOf(speeds))
  readonly speed?: Speed;

  @Optional(oneOf(rails))
  readonly rail?: Rail;

  @Optional(oneOf(transferReasonCodes))
  readonly reason_code?: TransferReasonCode;
}
