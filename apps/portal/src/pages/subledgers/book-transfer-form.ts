import type { BookTransferBody } from '../../api/types.js';
import { parseAmount } from '../../format/money.js';
import { t, tError } from '../../messages/t.js';
import type { FormError } from '../../ui/field.js';

export interface NewBookTransfer {
  readonly book_transfer_reference_id: string;
  readonly amount: number;
  /** References of subledgers; empty is the enterprise itself. */
  readonly source: string;
  readonly destination: string;
}

interface TypedBookTransfer {
  readonly transfer: NewBookTransfer;
  readonly problems: readonly FormError[];
}

/** The book transfer that a form describes. */
export function bookTransferIn(data: FormData): TypedBookTransfer {
  const text = (name: string) => data.getAll(name).map(String)[0]?.trim() ?? '';
  const amount = parseAmount(text('amount'));
  const transfer = {
    ...{ book_transfer_reference_id: text('book_transfer_reference_id'), source: text('source') },
    ...{ destination: text('destination'), amount: 'cents' in amount ? amount.cents : 0 },
  };
  const missing = (code: string) => tError({ error_code: code, message: code });
  const problems = [
    ...(transfer.book_transfer_reference_id === ''
      ? [{ name: 'book_transfer_reference_id', text: missing('missing_book_transfer_reference_id') }]
      : []),
    ...('problem' in amount ? [{ name: 'amount', text: t(`amount.${amount.problem}`) }] : []),
    ...(transfer.source === '' && transfer.destination === ''
      ? [{ name: 'source', text: missing('missing_source_and_destination') }]
      : []),
  ];
  return { transfer, problems };
}

/** Its body for the API, which demands one of the sides. */
export function bodyOf({ source, destination, ...transfer }: NewBookTransfer): BookTransferBody {
  const body = {
    ...{ ...transfer, currency: 'USD' as const },
    ...(source !== '' && { source: { subledger_reference_id: source } }),
    ...(destination !== '' && { destination: { subledger_reference_id: destination } }),
  };
  return body as BookTransferBody;
}
