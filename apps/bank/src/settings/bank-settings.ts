import { isRoutingNumber } from '../ach/arithmetic.js';
import { JsonReader } from './json-reader.js';
import type { Outcome } from './outcomes.table.js';

const ACKNOWLEDGMENTS = ['none', 'moved', 'pain.002', 'fedach', 'report'] as const;
type AcknowledgmentKind = (typeof ACKNOWLEDGMENTS)[number];
const STATEMENTS = ['bai2', 'camt.053'] as const;
export type StatementFormat = (typeof STATEMENTS)[number];

export interface BankSettings {
  readonly routingNumber: string;
  /** Ten characters, of file headers for this bank. */
  readonly destination: string;
  readonly bankName: string;
  readonly accountNumber: string;
  readonly openingCents: number;
  readonly acknowledgment: AcknowledgmentKind;
  /** Each day's statement comes in each of these formats. */
  readonly statements: readonly StatementFormat[];
  /** Empty: the bank takes files of every company. */
  readonly customers: readonly Customer[];
  /** Accounts of companies, to which no WEB entry may go. */
  readonly businessAccounts: readonly string[];
  /** Who may log in over SFTP. Empty: one user with a generated password. */
  readonly users: readonly SftpUser[];
  readonly rules: readonly OutcomeRule[];
}

interface Customer {
  readonly immediateOrigin: string;
  readonly companyIds: readonly string[];
}

export interface SftpUser {
  readonly name: string;
  readonly password: string | undefined;
  /** Lines as in an authorized_keys file. */
  readonly publicKeys: readonly string[];
}

/** The outcomes of the entries that it matches; what it leaves out matches everything. */
export interface OutcomeRule {
  readonly account: string | undefined;
  readonly name: string | undefined;
  readonly trace: string | undefined;
  readonly cents: { readonly from: number; readonly to: number } | undefined;
  readonly direction: 'credit' | 'debit' | undefined;
  readonly outcomes: readonly Outcome[];
}

/** @throws SettingsError */
export function parseBankSettings(text: string, file: string): BankSettings {
  const root = JsonReader.parse(text, file).object(
    ...(['bank', 'acknowledgment', 'statements', 'customers', 'business_accounts', 'users', 'rules'] as const),
  );
  const bank = root.bank
    .or(new JsonReader({}, `${file}: bank`), (reader) => reader)
    .object('routing_number', 'immediate_destination', 'name', 'account_number', 'opening_balance_cents');
  const ownNumber = bank.routing_number.or('091000019', routingNumber);
  return {
    routingNumber: ownNumber,
    destination: bank.immediate_destination
      .or(ownNumber, (reader) => reader.text(/^[ -~]{1,10}$/, 'at most 10 characters'))
      .padStart(10),
    bankName: bank.name.or('FIRST BANK', (reader) => reader.text(/^[ -~]{1,23}$/, 'at most 23 characters')),
    accountNumber: bank.account_number.or('1000200030', account),
    openingCents: bank.opening_balance_cents.or(100_000_000, (reader) => reader.integer(0)),
    acknowledgment: root.acknowledgment.or('report', (reader) => reader.oneOf(ACKNOWLEDGMENTS)),
    statements: root.statements.or(['bai2'], (reader) => reader.array().map((each) => each.oneOf(STATEMENTS))),
    customers: root.customers.or([], (reader) => reader.array().map(customer)),
    businessAccounts: root.business_accounts.or([], (reader) => reader.array().map(account)),
    users: root.users.or([], (reader) => reader.array().map(user)),
    rules: root.rules.or([], (reader) => reader.array().map(rule)),
  };
}

function routingNumber(reader: JsonReader): string {
  const text = reader.text(/^\d{9}$/, '9 digits');
  return isRoutingNumber(text) ? text : reader.fail('has a wrong check digit');
}

const account = (reader: JsonReader): string => reader.text(/^[!-~][ -~]{0,16}$/, 'at most 17 characters');

function customer(reader: JsonReader): Customer {
  const { immediate_origin, company_ids } = reader.object('immediate_origin', 'company_ids');
  return {
    immediateOrigin: immediate_origin.text(/^[ -~]{1,10}$/, 'at most 10 characters'),
    companyIds: company_ids.array().map((id) => id.text(/^[ -~]{1,10}$/, 'at most 10 characters')),
  };
}

function user(reader: JsonReader): SftpUser {
  const { name, password, public_keys } = reader.object('name', 'password', 'public_keys');
  return {
    name: name.text(/^\S+$/, 'a user name'),
    password: password.optional((given) => given.text(/./, 'a password')),
    publicKeys: public_keys.or([], (keys) =>
      keys.array().map((key) => key.text(/^\S+ \S+/, 'a line as in authorized_keys')),
    ),
  };
}

function rule(reader: JsonReader): OutcomeRule {
  const found = reader.object('account', 'name', 'trace', 'cents', 'direction', 'outcomes');
  return {
    account: found.account.optional(account),
    name: found.name.optional((given) => given.text(/^[ -~]{1,22}$/, 'at most 22 characters')),
    trace: found.trace.optional((given) => given.text(/^\d{15}$/, '15 digits')),
    cents: found.cents.optional(range),
    direction: found.direction.optional((given) => given.oneOf(['credit', 'debit'])),
    outcomes: found.outcomes.array().map(outcome),
  };
}

function range(reader: JsonReader): { from: number; to: number } {
  const { from, to } = reader.object('from', 'to');
  return { from: from.or(0, (given) => given.integer(0)), to: to.or(9_999_999_999, (given) => given.integer(0)) };
}

function outcome(reader: JsonReader): Outcome {
  const found = reader.object('return', 'change', 'refuse', 'corrected', 'after_days');
  const kinds = (['return', 'change', 'refuse'] as const).filter((kind) => !found[kind].isAbsent);
  const [kind] = kinds;
  if (kind === undefined || kinds.length > 1) return reader.fail('must have one of return, change, refuse');
  const code =
    kind === 'change'
      ? found.change.text(/^C(?!6)\d\d$/, 'C and 2 digits, of a notification of change')
      : found[kind].text(/^R(?![67])\d\d$/, 'R and 2 digits, of a return by the receiving bank');
  const corrected = found.corrected.optional((given) => given.text(/^[ -~]{0,29}$/, 'at most 29 characters'));
  const afterDays = found.after_days.or(1, (given) => given.integer(0, 90));
  return { kind, code, afterDays, ...(corrected === undefined ? {} : { corrected }) };
}
