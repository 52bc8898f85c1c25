import type { AchWindowRule, WallTime } from '@payments/kernel';
import type { Waiver } from './inbound/waivers.js';
import type { Maintenance } from './maintenance.js';
import type { PostalAddress } from './iso20022/instant-payment.js';

/** Where a secret is read when it is needed. The profile never contains the secret itself. */
export type SecretSource = { readonly file: string } | { readonly env: string };

type AchCarrier = 'ach' | 'connector' | 'off';
type InstantCarrier = 'iso' | 'connector' | 'off';

/** What carries each rail: files of ours, ISO 20022 messages of ours, the bank connector, or nothing. */
interface CarriedRails {
  readonly ach: AchCarrier;
  readonly same_day_ach: AchCarrier;
  readonly rtp: InstantCarrier;
  readonly fednow: InstantCarrier;
}

interface FileHeaderProfile {
  /** Nine digits, or ten characters as the bank says. */
  readonly immediate_destination: string;
  readonly immediate_destination_name: string;
  readonly immediate_origin: string;
  readonly immediate_origin_name: string;
  readonly reference_code: string;
}

interface SettlementAccount {
  readonly routing_number: string;
  readonly account_number: SecretSource;
  readonly type: 'checking' | 'savings';
  readonly currency: 'USD';
}

type SecCode = 'PPD' | 'CCD' | 'WEB';

/** An enterprise as the bank knows it. */
export interface Company {
  readonly enterprise_id: string;
  readonly company_id: string;
  readonly company_name: string;
  readonly discretionary_data: string;
  readonly sec: Readonly<Record<'person_credit' | 'person_debit' | 'business_credit' | 'business_debit', SecCode>>;
  readonly entry_descriptions: { readonly credit: string; readonly debit: string };
  /** By direction and SEC code; null fits every one, and what is null of the rest is that of the company. */
  readonly identities: readonly {
    readonly direction: 'credit' | 'debit' | null;
    readonly sec: SecCode | null;
    readonly company_id: string | null;
    readonly company_name: string | null;
    readonly discretionary_data: string | null;
  }[];
  /** `services`: WEB debits pay for no goods, so their description need not be PURCHASE. */
  readonly purpose: 'goods' | 'services';
  /** Of the payer in messages between banks. */
  readonly address: PostalAddress | null;
}

interface AchFormat {
  readonly offset: 'unbalanced' | 'balanced_batch';
  readonly line_ending: 'lf' | 'crlf';
  readonly pad_blocks: boolean;
  readonly letter_case: 'upper' | 'as_given';
  readonly individual_id: 'reference' | 'customer_reference' | 'blank';
  readonly descriptive_date: 'date' | 'sd' | 'blank';
  readonly web_payment_type: 'S' | 'R' | '';
  readonly addenda: 'none' | 'descriptor';
  readonly separate_files: 'none' | 'direction' | 'sec' | 'both';
  readonly trace_first: number;
}

/** By what a bank knows the rail of a payment in pain.001. Null: the element is left out. */
export interface InstantService {
  readonly service_level: string | null;
  /** Proprietary, or else a code of ISO; one of both at most. */
  readonly local_instrument: string | null;
  readonly local_instrument_code: string | null;
  readonly category_purpose: string | null;
}

/** Who sends messages between banks: a participant of the networks, or whom it relays for. */
export interface Participant {
  readonly routing_number: string;
  /** What RTP adds to the routing number in headers and ids. */
  readonly rtp_suffix: string;
  /** Three letters that tell its ids of RTP from those of other connections of the participant. */
  readonly rtp_source: string;
  /** Who is connected to FedNow, in headers and ids; null: the participant itself, by its routing number. */
  readonly fednow_connection_party: string | null;
  /** To whom headers are addressed. */
  readonly rtp_operator: string;
  readonly fednow_operator: string;
}

/** What an event of a network says. `nothing`: it is about no participant, such as a test of the connection. */
export const NOTICE_MEANINGS = ['signed_off', 'signed_on', 'network_down', 'network_up', 'nothing'] as const;

export interface IsoFormat {
  readonly profile: 'pain.001.001.03' | 'pain.001.001.09' | 'pacs.008.001.08';
  readonly max_transactions_per_message: number;
  readonly status_within_seconds: number;
  /** Where messages go; null: where NACHA files go. */
  readonly directory: string | null;
  /** A template; see file-name.ts. */
  readonly name: string;
  /** Of the sender at the bank. */
  readonly client_id: string | null;
  readonly charge_bearer: 'SHAR' | 'SLEV' | null;
  readonly rtp: InstantService;
  readonly fednow: InstantService;
  readonly participant: Participant | null;
  /** Reasons of a rejection by which the network says that it does not have the payment that it was asked about. */
  readonly not_found_codes: readonly string[];
  /** What the codes of system event notifications mean, as the bank or the network gave them to the operator. */
  readonly notices: readonly { readonly code: string; readonly means: (typeof NOTICE_MEANINGS)[number] }[];
  /** What whoever relays a message between banks adds to it, so that it is left out. */
  readonly relay_adds: readonly RelayAddition[];
}

export const RELAY_ADDITIONS = ['payer_address', 'payee_address'] as const;
export type RelayAddition = (typeof RELAY_ADDITIONS)[number];

interface Timing {
  /** Before a cut-off, a leg can no longer join its window. */
  readonly lead_minutes: number;
  /** Before a cut-off, its file must be uploaded. */
  readonly upload_margin_minutes: number;
  /** After the settlement time, an entry without a return is presumed settled. */
  readonly settlement_grace_minutes: number;
}

/** When the bank works, on banking days in New York. */
interface BankHours {
  readonly opens: WallTime;
  readonly closes: WallTime;
}

/** Amounts in cents; null is no limit. */
interface FileLimits {
  readonly file_entries: number;
  readonly file_batches: number;
  readonly file_debit_cents: number;
  readonly file_credit_cents: number;
  readonly entry_cents: number;
  readonly day_debit_cents: number | null;
  readonly day_credit_cents: number | null;
}

interface ReleaseRules {
  readonly mode: 'automatic' | 'manual';
  readonly first_files_manual: number;
  readonly manual_over_cents: number | null;
  readonly four_eyes: boolean;
}

export interface SftpChannel {
  readonly kind: 'sftp';
  readonly host: string;
  readonly port: number;
  readonly username: string;
  readonly private_key: SecretSource | null;
  readonly passphrase: SecretSource | null;
  readonly password: SecretSource | null;
  /** SHA-256 fingerprints as `ssh-keygen -l` prints them. */
  readonly host_keys: readonly string[];
  /** Networks such as 203.0.113.0/24; none listed: any address. */
  readonly allowed_addresses: readonly string[];
  readonly algorithms: 'modern' | 'legacy';
  readonly connect_timeout_seconds: number;
  readonly idle_timeout_seconds: number;
  readonly connections: number;
}

interface DirectoryChannel {
  readonly kind: 'directory';
  /** All directories of the profile are below it. */
  readonly root: string;
}

export type Channel = SftpChannel | DirectoryChannel;

interface Outbound {
  readonly directory: string;
  /** A template; see file-name.ts. */
  readonly name: string;
  readonly upload: 'rename' | 'move_directory' | 'direct';
  readonly temporary: string;
  /** Where files are written before they move, for `move_directory`. */
  readonly staging_directory: string | null;
  readonly verify: 'size' | 'read_back' | 'none';
}

type InboundKind = 'return' | 'noc' | 'ack' | 'statement';

export interface Inbound {
  readonly directory: string;
  readonly kinds: readonly InboundKind[];
  readonly match: readonly string[];
  readonly ignore: readonly string[];
  readonly stable_seconds: number;
  /** `keep`, `delete`, or `move:` and a directory. */
  readonly after: string;
  readonly poll_seconds: number;
  readonly accept: readonly Waiver[];
}

export interface AcknowledgmentPattern {
  readonly name: string;
  readonly scope: 'file' | 'batch' | 'entry';
  readonly accepted: readonly string[];
  readonly refused: readonly string[];
}

type Acknowledgment = { readonly within_minutes: number } & (
  | { readonly kind: 'none' | 'fedach' }
  /** What the bank calls a file, a template; see message-id.ts. */
  | { readonly kind: 'pain.002'; readonly message_id: string }
  | { readonly kind: 'moved'; readonly accepted_directory: string; readonly refused_directory: string }
  | { readonly kind: 'report'; readonly patterns: readonly AcknowledgmentPattern[] }
);

interface Statements {
  readonly posting: 'per_file' | 'per_batch' | 'per_entry' | 'per_day';
  /** After a statement came, so that files with its returns may come too. */
  readonly reconcile_after_minutes: number;
  /** Classes of the bank's own transaction codes. */
  readonly codes: Readonly<Record<string, string>>;
}

/** OpenPGP around files, in both directions. */
export interface Pgp {
  /** Public keys of the bank: files are encrypted to all of them, so that it may rotate its key. */
  readonly bank_keys: readonly SecretSource[];
  /** Our private key: it signs what we send, and decrypts what the bank sends. */
  readonly own_key: SecretSource | null;
  readonly passphrase: SecretSource | null;
  readonly sign: boolean;
  readonly armor: boolean;
  /** What files from the bank are. */
  readonly inbound: 'plain' | 'encrypted' | 'signed';
}

/** One channel to an ODFI, and what the bank demands of files on it. */
export interface Connection {
  readonly name: string;
  readonly odfi: { readonly routing_number: string; readonly name: string };
  readonly header: FileHeaderProfile;
  readonly settlement_account: SettlementAccount;
  readonly companies: readonly Company[];
  readonly rails: CarriedRails;
  readonly ach: AchFormat;
  readonly iso: IsoFormat;
  readonly windows: readonly AchWindowRule[];
  /** When instant payments take another rail, before they are accepted. */
  readonly maintenance: readonly Maintenance[];
  readonly timing: Timing;
  readonly hours: BankHours;
  readonly limits: FileLimits;
  readonly release: ReleaseRules;
  readonly channel: Channel;
  readonly outbound: Outbound;
  readonly inbound: readonly Inbound[];
  readonly acknowledgment: Acknowledgment;
  readonly statements: Statements;
  readonly settle_on: 'presumed' | 'statement';
  readonly pgp: Pgp | null;
}

/** Every directory of the bank that this connection uses, each once. */
export function directoriesOf({ outbound, inbound, acknowledgment, iso }: Connection): string[] {
  const moved = inbound.flatMap(({ after }) => (after.startsWith('move:') ? [after.slice('move:'.length)] : []));
  return [
    ...new Set([
      outbound.directory,
      ...(iso.directory === null ? [] : [iso.directory]),
      ...(outbound.staging_directory === null ? [] : [outbound.staging_directory]),
      ...inbound.map(({ directory }) => directory),
      ...moved,
      ...(acknowledgment.kind === 'moved' ? [acknowledgment.accepted_directory, acknowledgment.refused_directory] : []),
    ]),
  ];
}
