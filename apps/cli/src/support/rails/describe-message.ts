import { type IsoMessage, type PaymentStatus, paymentStatuses } from '@payments/rails';
import { masked } from '@payments/kernel';
import { paint } from '../terminal.js';
import { dollars } from './describe-ach.js';

/** Elements that hold an account number. */
const ACCOUNTS = /Acct\/Id\/(IBAN|Othr\/Id)$/;

type Value = readonly [path: string, value: string];

/** A message of ISO 20022 for a person: its elements by path, and what each status means. */
export function describeMessage(message: IsoMessage): string {
  const wrapper = message.network === null ? '' : `, in the wrapper of ${message.network}`;
  const values = flattened(message.values, '');
  const width = Math.max(0, ...values.map(([path]) => path.length));
  const shown = values.map(([path, value]) => `  ${path.padEnd(width)}  ${value}`);
  const statuses = statusesOf(message).map(statusLine);
  const newer = message.isNewer ? ', a version that is not known, read as the newest one that is' : '';
  return [`${paint('green', '✔')} ${message.definition}${wrapper}${newer}`, ...shown, ...statuses].join('\n');
}

/** The same as JSON. Amounts are cents. */
export function messageView(message: IsoMessage) {
  const { definition, network, isNewer: is_newer } = message;
  const statuses = statusesOf(message).map(({ amount, ...status }) => ({ ...status, amount: numberOf(amount) }));
  const values = Object.fromEntries(flattened(message.values, '', String));
  return { command: 'rails inspect', sound: true, definition, network, is_newer, values, statuses };
}

/** @throws InboundFileError when they contradict each other. */
function statusesOf(message: IsoMessage): PaymentStatus[] {
  return message.family === 'pain.002' || message.family === 'pacs.002' ? paymentStatuses(message) : [];
}

function statusLine({ ids, batch_id, message_id, status, outcome, reason }: PaymentStatus): string {
  const named = ids?.end_to_end_id ?? ids?.instruction_id ?? ids?.transaction_id ?? ids?.uetr;
  const what = named ?? (batch_id === null ? `message ${message_id ?? '-'}` : `batch ${batch_id}`);
  return `${what}: ${status} means ${paint('yellow', outcome)}${reason === null ? '' : `, ${reason}`}`;
}

function flattened(value: unknown, path: string, money: (cents: bigint) => string = inDollars): Value[] {
  if (value === undefined) return [];
  if (typeof value === 'bigint') return [[path, money(value)]];
  if (value instanceof Date) return [[path, value.toISOString()]];
  if (Array.isArray(value)) return value.flatMap((each, at) => flattened(each, `${path}[${at + 1}]`, money));
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).flatMap(([name, each]) =>
      flattened(each, path === '' ? name : `${path}/${name}`, money),
    );
  }
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return [[path, ACCOUNTS.test(path) ? masked(text) : text.replace(/[\u0080-\u009f]/g, '?')]];
}

const inDollars = (cents: bigint) => dollars(Number(cents));
const numberOf = (cents: bigint | null) => (cents === null ? null : Number(cents));
