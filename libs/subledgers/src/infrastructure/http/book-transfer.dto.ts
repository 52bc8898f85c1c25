import {
  AtLeastOneOf,
  cents,
  instant,
  ListQuery,
  metadata,
  objectOf,
  oneOf,
  Optional,
  repeatable,
  Required,
} from '@payments/http';
import { MAX_TRANSFER_CENTS } from '@payments/kernel';
import { BOOK_TRANSFER_STATUSES } from '../../domain/book-transfer.js';
import type { BookTransferStatus } from '../../domain/book-transfer.js';
import { reference } from './subledger.dto.js';

const codes = (side: string) => ({ stem: `book_transfer_${side}_subledger_reference_id` });

class BookSourceDto {
  @Required(reference('acme-wallet'), codes('source'))
  readonly subledger_reference_id!: string;
}

class BookDestinationDto {
  @Required(reference('acme-wallet'), codes('destination'))
  readonly subledger_reference_id!: string;
}

/** Body of `POST /deliver/booktransfers`. */
@AtLeastOneOf(['source', 'destination'], {
  error_code: 'missing_source_and_destination',
  message: 'source or destination is required, or both',
})
export class CreateBookTransferDto {
  @Required(reference('fund-acme-1'))
  readonly book_transfer_reference_id!: string;

  @Required(cents({ max: Number(MAX_TRANSFER_CENTS) }))
  readonly amount!: number;

  @Required(oneOf(['USD']))
  readonly currency!: 'USD';

  @Optional(metadata())
  readonly metadata?: Readonly<Record<string, string | number | boolean>>;

  /** Without it: the enterprise itself. */
  @Optional(objectOf(() => BookSourceDto), { invalid: 'invalid_book_transfer_source_subledger_reference_id' })
  readonly source?: BookSourceDto;

  /** Without it: the enterprise itself. */
  @Optional(objectOf(() => BookDestinationDto), { invalid: 'invalid_book_transfer_destination_subledger_reference_id' })
  readonly destination?: BookDestinationDto;
}

/** Query of `GET /deliver/booktransfers`. */
export class BookTransferQuery extends ListQuery {
  @Optional(instant())
  readonly start_time?: Date;

  @Optional(instant())
  readonly end_time?: Date;

  @Optional(repeatable(oneOf(BOOK_TRANSFER_STATUSES)))
  readonly status?: readonly BookTransferStatus[];

  @Optional(reference('fund-acme-1'))
  readonly book_transfer_reference_id?: string;

  @Optional(reference('acme-wallet'))
  readonly subledger_reference_id?: string;
}
