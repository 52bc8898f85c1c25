import { statSync } from 'node:fs';
import { type Config, ConfigError } from '@payments/config';
import { nachaRuleOn, newYorkDate } from '@payments/kernel';
import {
  type Connection,
  type Files,
  filesOfDay,
  MOST_FILES_OF_DAY,
  pgpProblem,
  readProfiles,
  readSecret,
  SecretError,
  type SecretSource,
} from '@payments/rails';
import { counted } from '../terminal.js';
import type { Finding } from './finding.js';

const EVERYBODY = 0o007;
/** The holidays of the Federal Reserve are known from this year on. */
const FIRST_YEAR = 2022;

/** Whether the bank profiles can be used, as far as this machine can tell; `payments rails check` connects to the banks. */
export function profileFindings(config: Config, env: NodeJS.ProcessEnv, now = new Date()): Finding[] {
  if (config.banksFile === undefined) return [];
  const name = 'bank profiles';
  try {
    const connections = readProfiles(config.banksFile);
    return [
      { name, status: 'ok', value: `${config.banksFile}: ${counted(connections.length, 'connection')}` },
      keyFinding(connections, env),
      calendarFinding(now),
      ...connectorFindings(connections, config),
      ...settingFindings(connections),
    ];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return [{ name, status: 'fail', value: config.banksFile, remedy: error.message.replaceAll('\n', '; ') }];
  }
}

/** Whether each enterprise can use files: one without a company has its orders rejected. */
export function companyFindings(config: Config, enterpriseIds: readonly string[]): Finding[] {
  const connections = profilesOrNone(config.banksFile);
  if (connections.length === 0) return [];
  const name = 'bank companies';
  const companies = connections.flatMap((connection) => connection.companies);
  const known = new Set(companies.map(({ enterprise_id }) => enterprise_id.toLowerCase()));
  const missing = enterpriseIds.filter((id) => !known.has(id));
  if (missing.length === 0) {
    return [{ name, status: 'ok', value: `every enterprise has one (${counted(enterpriseIds.length, 'enterprise')})` }];
  }
  const remedy = 'add them to companies of a connection in BANKS_FILE';
  return [{ name, status: 'warn', value: `enterprises without one: ${missing.slice(0, 3).join(', ')}`, remedy }];
}

/** Whether files can be encrypted, decrypted and signed, where profiles say so. */
export async function encryptionFindings({ banksFile }: Config, env: NodeJS.ProcessEnv): Promise<Finding[]> {
  const encrypted = profilesOrNone(banksFile).flatMap(({ name, pgp }) => (pgp === null ? [] : [{ name, pgp }]));
  if (encrypted.length === 0) return [];
  const name = 'bank encryption';
  const problems: string[] = [];
  for (const { name: connection, pgp } of encrypted) {
    const problem = await pgpProblem(pgp, env);
    if (problem !== undefined) problems.push(`${connection} ${problem}`);
  }
  if (problems.length === 0) {
    return [{ name, status: 'ok', value: `the keys of ${counted(encrypted.length, 'connection')} can be used` }];
  }
  return [
    { name, status: 'fail', value: problems.join('; '), remedy: 'correct pgp in BANKS_FILE, or install openpgp' },
  ];
}

/** Below it, a day on which files are cut again and again may end in a file that is held. */
const FEW_MODIFIERS = 6;

/** Whether today's files of each connection can still be named: a date has 36 file id modifiers. */
export async function modifierFindings(
  { banksFile }: Config,
  files: Pick<Files, 'modifiersOf'>,
  now = new Date(),
): Promise<Finding[]> {
  const connections = profilesOrNone(banksFile).filter(({ rails }) => Object.values(rails).includes('ach'));
  if (connections.length === 0) return [];
  const name = 'bank file modifiers';
  const free = await Promise.all(
    connections.map(async (connection) => {
      const used = await files.modifiersOf(connection.name, newYorkDate(now));
      return { connection: connection.name, count: MOST_FILES_OF_DAY - used.size };
    }),
  );
  const few = free.filter(({ count }) => count < FEW_MODIFIERS);
  const shown = (few.length === 0 ? free : few).map(({ connection, count }) => `${connection} ${count}`).join(', ');
  const value = `left of the ${MOST_FILES_OF_DAY} of today: ${shown}`;
  if (few.length === 0) return [{ name, status: 'ok', value }];
  const status = few.some(({ count }) => count === 0) ? 'fail' : 'warn';
  return [{ name, status, value, remedy: 'cut no more files by hand today, and let windows share files' }];
}

/** Profiles with faults have a finding of their own. */
function profilesOrNone(banksFile: string | undefined): readonly Connection[] {
  if (banksFile === undefined) return [];
  try {
    return readProfiles(banksFile);
  } catch (error) {
    if (error instanceof ConfigError) return [];
    throw error;
  }
}

function keyFinding(connections: readonly Connection[], env: NodeJS.ProcessEnv): Finding {
  const name = 'bank secrets';
  const secrets = connections.flatMap(secretsOf);
  const problems = secrets.flatMap(({ place, source }) => {
    const problem = problemOf(source, env);
    return problem === undefined ? [] : [`${place}: ${problem}`];
  });
  if (problems.length === 0) return { name, status: 'ok', value: `${counted(secrets.length, 'secret')} can be read` };
  return {
    name,
    status: 'fail',
    value: problems.join('; '),
    remedy: 'correct their places in BANKS_FILE, and run chmod 600',
  };
}

function secretsOf({ name, channel, settlement_account, pgp }: Connection) {
  const sources: Readonly<Record<string, SecretSource | null>> = {
    'settlement_account.account_number': settlement_account.account_number,
    ...(channel.kind === 'sftp' && {
      'channel.private_key': channel.private_key,
      'channel.passphrase': channel.passphrase,
      'channel.password': channel.password,
    }),
    // Keys of the bank are public.
    ...(pgp !== null && { 'pgp.own_key': pgp.own_key, 'pgp.passphrase': pgp.passphrase }),
  };
  return Object.entries(sources).flatMap(([key, source]) =>
    source === null ? [] : [{ place: `${name} ${key}`, source }],
  );
}

function problemOf(source: SecretSource, env: NodeJS.ProcessEnv): string | undefined {
  try {
    readSecret(source, env);
  } catch (error) {
    if (!(error instanceof SecretError)) throw error;
    return error.message;
  }
  const isOpen = 'file' in source && (statSync(source.file).mode & EVERYBODY) !== 0;
  return isOpen ? 'every user can read its file' : undefined;
}

function calendarFinding(now: Date): Finding {
  const name = 'banking calendar';
  const date = newYorkDate(now);
  if (Number(date.slice(0, 4)) >= FIRST_YEAR) return { name, status: 'ok', value: `today is ${date} in New York` };
  const value = `today is ${date}, before the first year of the calendar, ${FIRST_YEAR}`;
  return { name, status: 'fail', value, remedy: 'set the clock of this machine' };
}

/** No process starts without the connector that a profile names. */
function connectorFindings(connections: readonly Connection[], { processor }: Config): Finding[] {
  if (processor.connector !== undefined) return [];
  return connections
    .filter(({ rails }) => Object.values(rails).includes('connector'))
    .map(({ name }) => ({
      name: 'bank profile',
      status: 'fail',
      value: `${name}: a rail needs the bank connector, which is not set`,
      remedy: 'set PROCESSOR_URL and its token, or turn the rail off',
    }));
}

/** Settings that work, but deserve a reason. */
function settingFindings(connections: readonly Connection[]): Finding[] {
  const hints: readonly (readonly [when: (connection: Connection) => boolean, value: string, remedy: string])[] = [
    [
      ({ channel }) => channel.kind === 'sftp' && channel.algorithms === 'legacy',
      'old algorithms are allowed',
      'ask the bank for newer ones, then set channel.algorithms to modern',
    ],
    [
      ({ channel }) => channel.kind === 'sftp' && channel.allowed_addresses.length === 0,
      'any address is allowed',
      'set channel.allowed_addresses to the networks of the bank',
    ],
    [
      ({ outbound }) => outbound.upload === 'direct',
      'a broken upload cannot be distinguished from a whole file',
      'set outbound.upload to rename, unless the bank forbids renames',
    ],
    [
      (connection) => filesOfDay(connection) > MOST_FILES_OF_DAY,
      'its windows can need more files than a day has modifiers',
      `use fewer windows, or another ach.separate_files, for at most ${MOST_FILES_OF_DAY} files`,
    ],
    [
      ({ companies }) => companies.some(isPurchaseUnclear),
      'WEB debits for goods need the description PURCHASE',
      'set entry_descriptions.debit to PURCHASE, or purpose to services',
    ],
  ];
  return connections.flatMap((connection) =>
    hints
      .filter(([when]) => when(connection))
      .map(([, value, remedy]) => ({
        name: 'bank profile',
        status: 'warn',
        value: `${connection.name}: ${value}`,
        remedy,
      })),
  );
}

function isPurchaseUnclear({ sec, entry_descriptions, purpose }: Connection['companies'][number]): boolean {
  const word = nachaRuleOn('purchase_description', newYorkDate(new Date()));
  return sec.person_debit === 'WEB' && purpose === 'goods' && entry_descriptions.debit.toUpperCase() !== word;
}
