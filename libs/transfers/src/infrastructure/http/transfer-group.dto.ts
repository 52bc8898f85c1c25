import { ErrorOrder, instant, ListQuery, objectOf, Optional, Required } from '@payments/http';
import { FIELD_ORDER } from '../../domain/field-order.js';
import { reference } from './transfer.dto.js';

const codes = (side: string, field: string) => ({ stem: `transfer_group_${side}_${field}` });

class GroupSourceDto {
  @Required(reference('acct-acme-operating'), codes('source', 'account_reference_id'))
  readonly account_reference_id!: string;

  @Required(reference('acme'), codes('source', 'customer_reference_id'))
  readonly customer_reference_id!: string;
}

class GroupDestinationDto {
  @Required(reference('acct-acme-operating'), codes('destination', 'account_reference_id'))
  readonly account_reference_id!: string;

  @Required(reference('acme'), codes('destination', 'customer_reference_id'))
  readonly customer_reference_id!: string;
}

/** Body of `POST /deliver/transfer-groups`. */
@ErrorOrder(['transfer_group_reference_id', ...FIELD_ORDER])
export class CreateTransferGroupDto {
  @Required(reference('payroll-2027-01'))
  readonly transfer_group_reference_id!: string;

  /** A label: transfers of the group may have another one. */
  @Optional(objectOf(() => GroupSourceDto), { invalid: 'invalid_transfer_group_source_account_reference_id' })
  readonly source?: GroupSourceDto;

  /** A label: transfers of the group may have another one. */
  @Optional(objectOf(() => GroupDestinationDto), { invalid: 'invalid_transfer_group_destination_account_reference_id' })
  readonly destination?: GroupDestinationDto;
}

/** Query of `GET /deliver/transfer-groups`. */
export class TransferGroupQuery extends ListQuery {
  @Optional(instant())
  readonly start_time?: Date;

  @Optional(instant())
  readonly end_time?: Date;

  @Optional(reference('payroll-2027-01'))
  readonly transfer_group_reference_id?: string;
}
