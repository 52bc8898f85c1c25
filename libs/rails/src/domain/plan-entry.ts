import { type AchRail, achText, type BankingDate, newYorkTime, PRINTED_NAME, saysNothing } from '@payments/kernel';
import { batchKeyOf } from './ach/batch-key.js';
import { ACCOUNT_VERIFICATION, isReservedDescription } from './ach/entry-descriptions.js';
import { shortDate } from './ach/file-headers.js';
import { isRoutingNumber } from './ach/routing-number.js';
import { type Direction, transactionCodeOf } from './ach/transaction-code.table.js';
import { identityOf } from './company-identity.js';
import type { Company, Connection } from './connection.js';
import type { EntryPlan, OrderRail } from './entry-state.js';

/** A debit or credit that a connection is asked to carry. */
export interface Order {
  readonly end_to_end_id: string;
  readonly rail: OrderRail;
  readonly side: 'source' | 'destination';
  /** Cents; 0 only of a prenote. */
  readonly amount: bigint;
  /** A prenote moves no money. What verifies an account has a description of its own. Omitted: a payment. */
  readonly purpose?: 'payment' | 'account_verification' | 'prenote';
  readonly routing_number: string;
  readonly account_number: string;
  readonly account_type: 'checking' | 'savings';
  readonly account_holder_name: string;
  readonly party: 'person' | 'business' | 'enterprise';
  /** By which the enterprise knows the account holder; null if it is not known. */
  readonly customer_reference: string | null;
  /** Of the account holder, as the customer has it; omitted or null: not known. */
  readonly address?: {
    readonly address1: string;
    readonly address2?: string;
    readonly city: string;
    readonly state: string;
    readonly country: string;
    readonly zip5: string;
  } | null;
  readonly descriptor: string | null;
  readonly statement_display_name: string | null;
  /** Banking instants. */
  readonly window_at: Date;
  readonly effective_date: BankingDate;
  readonly settles_at: Date;
}

/** A bank in the directory of FedACH. */
export interface ReceivingBank {
  /** By which it is to be reached from now on; null: by its own. */
  readonly new_routing_number: string | null;
}

export interface Carrier {
  readonly connection: Connection;
  readonly company: Company;
}

/** What goes into the file for an order, or the network code of its rejection. */
export type Planned =
  { readonly plan: EntryPlan; readonly code: null } | { readonly plan: null; readonly code: string };

/** Ten digits of cents. */
const MOST_CENTS = 9_999_999_999n;
/** Only zeros say nothing, and a bank refuses the whole file for them. */
const ACCOUNT = /^(?!0+$)\d{1,17}$/;

interface Planning {
  /** Identifies the order in returns, at most 15 characters. */
  readonly reference: string;
  /** By their routing numbers; omitted: not known. */
  readonly banks?: ReadonlyMap<string, ReceivingBank> | undefined;
}

/** What a NACHA file says of an order, or the network code of its rejection. */
export function planEntry(order: Order, carrier: Carrier | undefined, { reference, banks }: Planning): Planned {
  if (carrier === undefined || !isAch(order.rail)) return rejected('FF02');
  const { connection, company } = carrier;
  if (!isRoutingNumber(order.routing_number)) return rejected('RC04');
  if (banks?.has(order.routing_number) === false) return rejected('RC04');
  if (!ACCOUNT.test(order.account_number)) return rejected('AC03');
  const isPrenote = order.purpose === 'prenote';
  if (order.amount > 0n === isPrenote || order.amount < 0n || order.amount > MOST_CENTS) return rejected('AM12');
  if (order.amount > BigInt(connection.limits.entry_cents)) return rejected('AM14');
  const { letter_case: letterCase, web_payment_type, addenda } = connection.ach;
  const name = achText(order.account_holder_name, { max: PRINTED_NAME, letterCase });
  const direction = directionOf(order);
  const description = achText(order.descriptor ?? company.entry_descriptions[direction], { max: 10 });
  const sec = company.sec[`${order.party === 'person' ? 'person' : 'business'}_${direction}`];
  const identity = identityOf(company, { direction, sec });
  const company_name = companyName(order, identity, letterCase);
  // A bank refuses the whole file, with the entries of all others, for a field that says nothing.
  if ([name, description, company_name].some(saysNothing)) return rejected('FF02');
  if (!mayDescribe(order, description)) return rejected('FF02');
  const plan: EntryPlan = {
    connection: connection.name,
    sec,
    batch_key: batchKeyOf({
      company_id: identity.company_id,
      company_name,
      sec,
      company_entry_description: description,
      ...datesOf(order, connection),
      direction,
    }),
    window_key: windowKey({ rail: order.rail, window_at: order.window_at, sec, direction }, connection),
    transaction_code: transactionCodeOf(order.account_type, direction, isPrenote ? 'prenote' : 'entry'),
    routing_number: order.routing_number,
    account_number: order.account_number,
    individual_id: individualId(order, connection, reference),
    name,
    discretionary_data: sec === 'WEB' ? web_payment_type : '',
    remittance: addenda === 'descriptor' ? remittanceOf(order, letterCase) : null,
  };
  return { plan, code: null };
}

/** The window of a file. Banks may take directions, SEC codes or both in files of their own. */
export function windowKey(
  entry: { readonly rail: AchRail; readonly window_at: Date; readonly sec: string; readonly direction: Direction },
  { ach }: Pick<Connection, 'ach'>,
): string {
  const { separate_files } = ach;
  const parts: string[] = [entry.rail, entry.window_at.toISOString()];
  if (separate_files === 'sec' || separate_files === 'both') parts.push(entry.sec);
  if (separate_files === 'direction' || separate_files === 'both') parts.push(entry.direction);
  return parts.join('/');
}

/** The banking instant of a window key. */
export const windowOfKey = (key: string): Date => new Date(key.split('/')[1]!);

/** The dates of a batch header. A same-day batch may say its settlement time instead of the date. */
export function datesOf(
  { rail, effective_date, settles_at }: Pick<Order, 'rail' | 'effective_date' | 'settles_at'>,
  { ach }: Pick<Connection, 'ach'>,
): { readonly company_descriptive_date: string; readonly effective_entry_date: string } {
  const effective_entry_date = shortDate(effective_date);
  const isSameDay = rail === 'same_day_ach' && ach.descriptive_date === 'sd';
  const dated = isSameDay ? `SD${newYorkTime(settles_at).replace(':', '')}` : effective_entry_date;
  return { company_descriptive_date: ach.descriptive_date === 'blank' ? '' : dated, effective_entry_date };
}

export const directionOf = ({ side }: Pick<Order, 'side'>): Direction => (side === 'source' ? 'debit' : 'credit');

/** Returns repeat it, so an order of nobody whom the enterprise names has our reference rather than nothing. */
function individualId({ customer_reference }: Order, { ach }: Connection, reference: string): string {
  switch (ach.individual_id) {
    case 'reference':
      return reference;
    case 'customer_reference':
      return achText(customer_reference ?? '', { max: 15, letterCase: ach.letter_case }) || reference;
    case 'blank':
      return '';
  }
}

const rejected = (code: string): Planned => ({ plan: null, code });

const isAch = (rail: OrderRail): rail is AchRail => rail === 'ach' || rail === 'same_day_ach';

function mayDescribe({ purpose = 'payment' }: Order, description: string): boolean {
  return !isReservedDescription(description) || (purpose !== 'payment' && description === ACCOUNT_VERIFICATION);
}

/** The name of the payer that the receiver sees. */
export const companyName = (
  { statement_display_name }: Order,
  { company_name }: Pick<Company, 'company_name'>,
  letterCase: 'upper' | 'as_given',
): string => achText(statement_display_name ?? company_name, { max: 16, letterCase });

function remittanceOf({ descriptor }: Order, letterCase: 'upper' | 'as_given'): string | null {
  const text = achText(descriptor ?? '', { max: 80, letterCase });
  return text === '' ? null : text;
}
