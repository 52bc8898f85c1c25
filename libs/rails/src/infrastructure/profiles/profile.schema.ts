import type { AchWindowRule, WallTime } from '@payments/kernel';
import { z } from 'zod';
import { isRoutingNumber } from '../../domain/ach/routing-number.js';
import type { Connection } from '../../domain/connection.js';
import { WAIVERS } from '../../domain/inbound/waivers.js';
import { companyAddress, iso, maintenance } from './iso-section.js';
import {
  checkedText,
  directory,
  flag,
  isDirectory,
  isHost,
  isNetwork,
  list,
  oneOf,
  printable,
  routingNumber,
  secret,
  section,
  text,
  uuid,
  wallTime,
  whole,
  wholeOrNull,
} from './profile-fields.js';
import { pgp } from './pgp-section.js';
import { statements } from './statement-section.js';

const MOST_CENTS = 999_999_999_999;
const MOST_ENTRY_CENTS = 9_999_999_999;
const MOST_BLOCKS = 999_999;

const header = section(
  {
    immediate_destination: checkedText(
      (value) => (/^\d{9}$/.test(value) ? isRoutingNumber(value) : /^[\x20-\x7e]{10}$/.test(value)),
      { expected: 'a routing number, or the 10 characters that the bank states', meaning: 'to whom files go' },
    ),
    immediate_destination_name: printable(23, 'name of the destination'),
    immediate_origin: checkedText((value) => /^\d{9}$/.test(value) || /^[\x20-\x7e]{10}$/.test(value), {
      expected: '9 digits, or the 10 characters that the bank states, often 1 and the EIN',
      meaning: 'from whom files come',
    }),
    immediate_origin_name: printable(23, 'name of the origin'),
    reference_code: printable(8, 'reference code of the file header', { least: 0 }).default(''),
  },
  'file header of NACHA files',
);

const settlementAccount = section(
  {
    routing_number: routingNumber('bank of the account'),
    account_number: secret('account number; 1 to 17 characters'),
    type: oneOf(['checking', 'savings'], 'type of the account'),
    currency: oneOf(['USD'], 'currency of the account'),
  },
  'account at the ODFI against which files settle',
);

const sec = (meaning: string) => oneOf(['PPD', 'CCD', 'WEB'], meaning);

const companyId = (meaning: string) =>
  text(/^[A-Za-z0-9]{1,10}$/, { expected: '1 to 10 letters and digits, as the bank assigned them', meaning });

const company = section(
  {
    enterprise_id: uuid('enterprise that may use the connection'),
    company_id: companyId('company identification of batches'),
    company_name: printable(16, 'company name of batches, unless the transfer has a display name'),
    discretionary_data: printable(20, 'company discretionary data of batches', { least: 0 }).default(''),
    sec: section(
      {
        person_credit: sec('SEC code of payments to persons: PPD, or WEB'),
        person_debit: sec('SEC code of debits of persons: PPD for written consent, WEB for consent by internet'),
        business_credit: sec('SEC code of payments to businesses: CCD'),
        business_debit: sec('SEC code of debits of businesses: CCD'),
      },
      'SEC codes by party and direction',
    ),
    entry_descriptions: section(
      {
        credit: printable(10, 'entry description of payments, unless the transfer has a descriptor'),
        debit: printable(10, 'entry description of debits, unless the transfer has a descriptor'),
      },
      'default entry descriptions',
    ),
    identities: list(
      section(
        {
          direction: oneOf(['credit', 'debit'], 'direction of the batches; null: both').nullable().default(null),
          sec: sec('SEC code of the batches; null: all').nullable().default(null),
          company_id: companyId('company identification of these batches').nullable().default(null),
          company_name: printable(16, 'company name of these batches').nullable().default(null),
          discretionary_data: printable(20, 'company discretionary data of these batches', { least: 0 })
            .nullable()
            .default(null),
        },
        'how the bank knows the company in some batches; the first that fits counts',
      ),
      { most: 8, meaning: 'other identities of the company, by direction and SEC code' },
    ).default([]),
    purpose: oneOf(
      ['goods', 'services'],
      'what WEB debits pay for; for goods the description must be PURCHASE',
    ).default('goods'),
    address: companyAddress.nullable().default(null),
  },
  'an enterprise as the bank knows it',
);

const achCarrier = (rail: string) => oneOf(['ach', 'connector', 'off'], `what carries ${rail}`);
const instantCarrier = (rail: string) => oneOf(['iso', 'connector', 'off'], `what carries ${rail}`);

const ach = section(
  {
    offset: oneOf(['unbalanced', 'balanced_batch'], 'whether each batch has an entry that offsets it').default(
      'unbalanced',
    ),
    line_ending: oneOf(['lf', 'crlf'], 'end of each line').default('lf'),
    pad_blocks: flag('whether lines of nines fill the last block of ten').default(true),
    letter_case: oneOf(['upper', 'as_given'], 'letter case of names and texts').default('upper'),
    individual_id: oneOf(
      ['reference', 'customer_reference', 'blank'],
      'individual id of entries, which returns repeat: our reference, the customer_reference_id, or nothing',
    ).default('reference'),
    descriptive_date: oneOf(
      ['date', 'sd', 'blank'],
      'descriptive date: effective date, or SDhhmm on the same day',
    ).default('date'),
    web_payment_type: oneOf(['S', 'R', ''], 'payment type of WEB entries: single or recurring').default('S'),
    addenda: oneOf(['none', 'descriptor'], 'whether entries have an addenda record with the whole descriptor').default(
      'none',
    ),
    separate_files: oneOf(['none', 'direction', 'sec', 'both'], 'what goes into files of its own').default('none'),
    trace_first: whole(1, 9_999_999, 'first sequence of trace numbers').default(1),
  },
  'format of NACHA files',
);

const hour = (meaning: string) => wallTime(meaning) as unknown as z.ZodType<WallTime>;

const window: z.ZodType<AchWindowRule> = section(
  {
    rail: oneOf(['ach', 'same_day_ach'], 'rail of the window'),
    cutoff: hour('when the bank stops taking files for it'),
    effective_in_banking_days: z
      .union([z.literal(0), z.literal(1), z.literal(2)], {
        error: ({ input }) => `${input === undefined ? 'is missing' : 'is not valid'}; set it to 0, 1 or 2`,
      })
      .meta({ expected: '0, 1 or 2', description: 'effective date, counted from the day of the cut-off' }),
    settles: hour('when the banks settle it, on the effective date'),
  },
  'a window of every banking day',
);

const timing = section(
  {
    lead_minutes: whole(1, 720, 'before a cut-off, in which no transfer joins its window').default(15),
    upload_margin_minutes: whole(0, 719, 'before a cut-off, at which its file must be uploaded').default(5),
    settlement_grace_minutes: whole(0, 10_080, 'after the settlement time, until an entry is presumed settled').default(
      60,
    ),
  },
  'times around windows',
);

const hours = section(
  {
    opens: hour('when the bank begins to work').default('00:00'),
    closes: hour('when it ends').default('23:59'),
  },
  'hours of the bank on banking days, in which it acknowledges files',
);

const cents = (meaning: string) => whole(1, MOST_CENTS, meaning);

const limits = section(
  {
    file_entries: whole(1, 9_999_990, 'most entries of a file').default(50_000),
    file_batches: whole(1, MOST_BLOCKS, 'most batches of a file').default(1_000),
    file_debit_cents: cents('debits above which a file is held').default(500_000_000),
    file_credit_cents: cents('credits above which a file is held').default(500_000_000),
    entry_cents: whole(1, MOST_ENTRY_CENTS, 'largest amount of an entry').default(100_000_000),
    day_debit_cents: wholeOrNull(1, MOST_CENTS, 'debits of a day above which a file is held').default(null),
    day_credit_cents: wholeOrNull(1, MOST_CENTS, 'credits of a day above which a file is held').default(null),
  },
  'limits, in cents',
);

const release = section(
  {
    mode: oneOf(['automatic', 'manual'], 'whether files leave by themselves').default('automatic'),
    first_files_manual: whole(0, 1_000, 'how many files an operator releases first').default(3),
    manual_over_cents: wholeOrNull(1, MOST_CENTS, 'total above which an operator releases a file').default(null),
    four_eyes: flag('whether two operators must release a file').default(false),
  },
  'release of files',
);

const sftp = section(
  {
    kind: oneOf(['sftp'], 'kind of the channel'),
    host: checkedText(isHost, { expected: 'a host name or an address', meaning: 'server of the bank' }),
    port: whole(1, 65_535, 'port of the server').default(22),
    username: text(/^[\x21-\x7e]{1,128}$/, { expected: '1 to 128 visible ASCII characters', meaning: 'login' }),
    private_key: secret('private key of the login').nullable().default(null),
    passphrase: secret('passphrase of the private key').nullable().default(null),
    password: secret('password of the login, instead of the key or after it').nullable().default(null),
    host_keys: list(
      text(/^SHA256:[A-Za-z0-9+/]{43}$/, {
        expected: 'a fingerprint as ssh-keygen -l prints it, SHA256: and 43 characters',
        meaning: 'fingerprint of a host key',
      }),
      { least: 1, most: 10, meaning: 'fingerprints of the server, as the bank published them; several for rotation' },
    ),
    allowed_addresses: list(
      checkedText(isNetwork, { expected: 'a network such as 203.0.113.0/24', meaning: 'network of the server' }),
      { meaning: 'networks to which the host name may lead; none: any' },
    ).default([]),
    algorithms: oneOf(['modern', 'legacy'], 'legacy adds SHA-1 and CBC for old servers').default('modern'),
    connect_timeout_seconds: whole(1, 120, 'limit for connecting and logging in').default(15),
    idle_timeout_seconds: whole(1, 600, 'limit for the response to a request').default(60),
    connections: whole(1, 10, 'most connections at the same time').default(1),
  },
  'SFTP server of the bank',
);

const directoryChannel = section(
  {
    kind: oneOf(['directory'], 'kind of the channel'),
    root: checkedText((value) => value.startsWith('/') && isDirectory(value), {
      expected: 'an absolute path, without .. and without a slash at the end',
      meaning: 'directory on this machine; all other directories are below it',
    }),
  },
  'directory that another program exchanges with the bank',
);

const channel = z
  .discriminatedUnion('kind', [sftp, directoryChannel], {
    error: ({ code, input }) =>
      code === 'invalid_union' ? 'is not valid; set it to sftp or directory' : mustBeObject(input),
  })
  .meta({ description: 'channel to the bank', expected: 'an object' });

const outbound = section(
  {
    directory: directory('where the bank takes files'),
    name: text(/^[\x21-\x7e]{1,200}$/, { expected: 'a template of file names', meaning: 'names of files; see below' }),
    upload: oneOf(['rename', 'move_directory', 'direct'], 'how a file becomes visible to the bank').default('rename'),
    temporary: text(/^[A-Za-z0-9._-]*\{name\}[A-Za-z0-9._-]*$/, {
      expected: 'a template with {name}, such as {name}.part',
      meaning: 'name of a file while it is written',
    }).default('{name}.part'),
    staging_directory: directory('where a file is written, for move_directory').nullable().default(null),
    verify: oneOf(['size', 'read_back', 'none'], 'how an upload is checked').default('size'),
  },
  'files to the bank',
);

const pattern = text(/^[^/\x00-\x1f\x7f]{1,100}$/, {
  expected: 'a pattern such as *.ach, without slashes',
  meaning: 'pattern of file names; * is any text, ? any character',
});

const inbound = section(
  {
    directory: directory('where the bank puts files'),
    kinds: list(oneOf(['return', 'noc', 'ack', 'statement'], 'kind of a file'), {
      ...{ least: 1, most: 4, meaning: 'what the files are' },
    }).default(['return', 'noc', 'ack', 'statement']),
    match: list(pattern, { least: 1, meaning: 'names of files to read' }).default(['*']),
    ignore: list(pattern, { meaning: 'names of files to leave alone' }).default(['*.tmp', '*.part', '.*']),
    stable_seconds: whole(0, 3_600, 'how long size and time of a file must not change before it is read').default(10),
    after: checkedText(isAfter, {
      expected: 'keep, delete, or move: and a directory',
      meaning: 'what becomes of a file once it is applied',
    }).default('keep'),
    poll_seconds: whole(1, 86_400, 'time between two listings').default(60),
    accept: list(oneOf(WAIVERS, 'waiver'), {
      ...{ most: WAIVERS.length, meaning: 'rules of NACHA files, messages and BAI2 files that this bank may break' },
    }).default([]),
  },
  'files from the bank',
);

const within = whole(
  1,
  10_080,
  'minutes of the hours of the bank after which a missing acknowledgment raises an alert',
).default(120);
const words = (meaning: string) => list(printable(100, 'a status'), { meaning });

const plainAcknowledgment = section(
  { kind: oneOf(['none', 'fedach'], 'form of acknowledgments'), within_minutes: within },
  'acknowledgments without further settings',
);
const statusAcknowledgment = section(
  {
    ...{ kind: oneOf(['pain.002'], 'form of acknowledgments'), within_minutes: within },
    message_id: printable(100, 'what the bank calls a file in OrgnlMsgId, a template; see below').default(
      '{file_name}',
    ),
  },
  'the bank sends status reports of ISO 20022',
);
const movedAcknowledgment = section(
  {
    ...{ kind: oneOf(['moved'], 'form of acknowledgments'), within_minutes: within },
    accepted_directory: directory('where the bank moves files that it accepts'),
    refused_directory: directory('where the bank moves files that it refuses'),
  },
  'the bank moves our files',
);
const reportAcknowledgment = section(
  {
    ...{ kind: oneOf(['report'], 'form of acknowledgments'), within_minutes: within },
    patterns: list(
      section(
        {
          name: checkedText(isExpression, { expected: 'a regular expression', meaning: 'pattern of a line' }),
          scope: oneOf(['file', 'batch', 'entry'], 'what a line is about'),
          accepted: words('statuses that accept'),
          refused: words('statuses that refuse'),
        },
        'a kind of line',
      ),
      { least: 1, most: 50, meaning: 'lines of the report' },
    ),
  },
  'the bank sends a report',
);
const acknowledgment = z
  .discriminatedUnion('kind', [plainAcknowledgment, statusAcknowledgment, movedAcknowledgment, reportAcknowledgment], {
    error: ({ code, input }) =>
      code === 'invalid_union'
        ? 'is not valid; set it to none, moved, pain.002, fedach or report'
        : mustBeObject(input),
  })
  .meta({ description: 'how the bank acknowledges files', expected: 'an object' });

/** The sections of a connection, in the order of the reference page. */
export const connectionSections: { readonly [S in keyof Connection]: z.ZodType<Connection[S]> } = {
  name: text(/^[a-z0-9-]{1,30}$/, {
    expected: '1 to 30 lower-case letters, digits and hyphens',
    meaning: 'name of the connection; it is part of keys, so it never changes',
  }),
  odfi: section(
    { routing_number: routingNumber('first 8 digits of trace numbers'), name: printable(23, 'name of the bank') },
    'bank that originates entries',
  ),
  header,
  settlement_account: settlementAccount,
  companies: list(company, { least: 1, most: 1_000, meaning: 'enterprises that use the connection' }),
  rails: section(
    {
      ach: achCarrier('ach'),
      same_day_ach: achCarrier('same_day_ach'),
      rtp: instantCarrier('rtp'),
      fednow: instantCarrier('fednow'),
    },
    'what carries each rail: files (ach), messages (iso), the bank connector, or nothing',
  ),
  ach: ach.prefault({}),
  iso: iso.prefault({}),
  windows: list(window, { meaning: 'windows of the bank, those of a rail in the order of their cut-offs' }).default([]),
  maintenance: list(maintenance, {
    meaning: 'hours in which instant payments take another rail: sign-offs and work of the network or the bank',
  }).default([]),
  timing: timing.prefault({}),
  hours: hours.prefault({}),
  limits: limits.prefault({}),
  release: release.prefault({}),
  channel,
  outbound,
  inbound: list(inbound, { most: 20, meaning: 'directories that are read' }).default([]),
  acknowledgment: acknowledgment.prefault({ kind: 'none' }),
  statements: statements.prefault({}),
  settle_on: oneOf(['presumed', 'statement'], 'when an entry counts as settled').default('presumed'),
  pgp: pgp.nullable().default(null),
};

function isAfter(value: string): boolean {
  return value === 'keep' || value === 'delete' || (value.startsWith('move:') && isDirectory(value.slice(5)));
}

function isExpression(value: string): boolean {
  if (value.length === 0 || value.length > 200) return false;
  try {
    return new RegExp(value, 'u') instanceof RegExp;
  } catch {
    return false;
  }
}

function mustBeObject(input: unknown): string {
  return `${input === undefined ? 'is missing' : 'is not valid'}; set it to an object with a kind`;
}
