import { saysNothing } from '@payments/kernel';
import { batchKeyOf } from './ach/batch-key.js';
import { shortDate } from './ach/file-headers.js';
import { isRoutingNumber } from './ach/routing-number.js';
import { transactionCodeOf } from './ach/transaction-code.table.js';
import type { EntryPlan, InstantRail } from './entry-state.js';
import type { PostalAddress } from './iso20022/instant-payment.js';
import { isoText } from './iso20022/iso-text.js';
import { type Carrier, companyName, type Order, type Planned } from './plan-entry.js';

/** Thirteen digits of cents, which an amount of ISO 20022 can state with its decimals. */
const MOST_CENTS = 9_999_999_999_999n;
const ACCOUNT = /^(?!0+$)\d{1,17}$/;
const NAME_LENGTH = 140;

/** What stands in the batches of messages in place of an SEC code. */
const SERVICES: Readonly<Record<InstantRail, string>> = { rtp: 'RTP', fednow: 'FDN' };

/**
 * What a message says of an instant credit, or the network code of its rejection. Its batch has the parts of a NACHA batch,
 * so that files of both kinds are counted, shown and compared alike.
 * @param reference as in planEntry
 */
export function planMessage(
  order: Order & { readonly rail: InstantRail },
  carrier: Carrier | undefined,
  { reference, windowKey }: { readonly reference: string; readonly windowKey: (payer: string) => string },
): Planned {
  if (carrier === undefined || order.side !== 'destination') return rejected('FF02');
  const { connection, company } = carrier;
  if (!isRoutingNumber(order.routing_number)) return rejected('RC04');
  if (!ACCOUNT.test(order.account_number)) return rejected('AC03');
  if (order.amount <= 0n || order.amount > MOST_CENTS) return rejected('AM12');
  if (order.amount > BigInt(connection.limits.entry_cents)) return rejected('AM14');
  const name = isoText(order.account_holder_name, NAME_LENGTH);
  // A message has one payer, under the name that the payee is to see.
  const company_name = companyName(order, company, connection.ach.letter_case);
  const remittance = order.descriptor === null ? null : isoText(order.descriptor, NAME_LENGTH);
  if ([name, company_name, ...(remittance === null ? [] : [remittance])].some(saysNothing)) return rejected('FF02');
  const plan: EntryPlan = {
    connection: connection.name,
    sec: SERVICES[order.rail],
    batch_key: batchKeyOf({
      ...{ company_id: company.company_id, company_name, sec: SERVICES[order.rail], direction: 'credit' },
      ...{ company_entry_description: '', company_descriptive_date: '' },
      effective_entry_date: shortDate(order.effective_date),
    }),
    window_key: windowKey(company_name),
    transaction_code: transactionCodeOf(order.account_type, 'credit', 'entry'),
    ...{ routing_number: order.routing_number, account_number: order.account_number },
    ...{ individual_id: reference, name, discretionary_data: '' },
    remittance,
    payee_address: payeeAddress(order, connection),
  };
  return { plan, code: null };
}

/** Between banks only, and whole: networks take no part of it. The relay may add it itself. */
function payeeAddress({ address }: Order, { iso }: Carrier['connection']): PostalAddress | null {
  if (!address || iso.profile !== 'pacs.008.001.08' || iso.relay_adds.includes('payee_address')) return null;
  const [street, city] = [isoText(address.address1, 70), isoText(address.city, 35)];
  const postal_code = isoText(address.zip5, 16);
  if ([street, city, postal_code].includes('')) return null;
  const { state, country, address2 = '' } = address;
  return {
    ...{ street, city, postal_code, state, country, building_number: null },
    line: isoText(address2, 70) || null,
  };
}

const rejected = (code: string): Planned => ({ plan: null, code });
