import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type Config, isRedisUrl } from '@payments/config';
import { endsWithin } from '@payments/kernel';
import { connectToPrimary, directUrl } from '@payments/persistence';
import type { Client } from 'pg';
import { type Finding, shown } from './finding.js';

const CONNECT_MS = 5_000;
const HEAR_MS = 3_000;
/** Others use the pooler meanwhile and may hide the fault once. */
const ROUNDS = 3;
/** Unknown on this connection to the server; known already, from another client. */
const STATEMENT_STATES = new Set(['26000', '42P05']);

/** Whether the addresses keep what the processes need of a session: a pooler in transaction mode does not. */
export function sessionFindings(config: Config, login: string): Promise<Finding[]> {
  const direct = directUrl(config, login);
  const { queueUrl } = config;
  return Promise.all([
    listenFinding('notifications', direct, { from: login, remedy: 'set DATABASE_DIRECT_URL to the database itself' }),
    ...(config.databaseNamedStatements ? [statementFinding(login)] : []),
    ...(queueUrl === undefined || isRedisUrl(queueUrl)
      ? []
      : [
          listenFinding('queue notifications', queueUrl, {
            from: queueUrl,
            remedy: 'set QUEUE_URL to the database itself',
          }),
        ]),
  ]);
}

interface Notifier {
  readonly from: string;
  readonly remedy: string;
}

async function listenFinding(name: string, url: string, { from, remedy }: Notifier): Promise<Finding> {
  try {
    if (await hears(url, from)) return { name, status: 'ok', value: `LISTEN at ${shown(url)} hears NOTIFY` };
    return { name, status: 'fail', value: `LISTEN at ${shown(url)} does not hear NOTIFY: it is a pooler`, remedy };
  } catch (error) {
    return { name, status: 'fail', value: `${shown(url)}: ${(error as Error).message}`, remedy };
  }
}

async function hears(url: string, from: string): Promise<boolean> {
  const channel = nameOf();
  return withClients([url, from], async ([listener, notifier]) => {
    const heard = once(listener, 'notification');
    await listener.query(`LISTEN ${channel}`);
    await notifier.query(`NOTIFY ${channel}`);
    return endsWithin(heard, HEAR_MS);
  });
}

async function statementFinding(url: string): Promise<Finding> {
  const name = 'named statements';
  const remedy = 'set DATABASE_NAMED_STATEMENTS=false, or max_prepared_statements of a PgBouncer from 1.21 on';
  try {
    for (let round = 0; round < ROUNDS; round++) await withClients([url, url], useStatementTwice);
    return { name, status: 'ok', value: 'last over transactions' };
  } catch (error) {
    const { code, message } = error as { readonly code?: string } & Error;
    const isLost = STATEMENT_STATES.has(code ?? '');
    return { name, status: 'fail', value: isLost ? `do not last over transactions: ${message}` : message, remedy };
  }
}

/** One statement in two transactions of a client. Between them, another client takes the connection to the server, if they share it. */
async function useStatementTwice([first, second]: readonly [Client, Client]): Promise<void> {
  const statement = { name: nameOf(), text: 'SELECT 1' };
  const use = async () => {
    await first.query('BEGIN');
    await first.query(statement);
    await first.query('COMMIT');
  };
  await use();
  await second.query('BEGIN');
  await second.query(statement);
  const again = use();
  // A pooler with one connection lets the first one wait for the second.
  await endsWithin(again, HEAR_MS);
  await second.query('COMMIT');
  await again;
}

async function withClients<Result>(
  [one, other]: readonly [string, string],
  work: (clients: readonly [Client, Client]) => Promise<Result>,
): Promise<Result> {
  const first = await connectToPrimary(one, CONNECT_MS);
  try {
    const second = await connectToPrimary(other, CONNECT_MS);
    try {
      return await work([first, second]);
    } finally {
      await second.end();
    }
  } finally {
    await first.end();
  }
}

const nameOf = () => `payments_doctor_${randomBytes(6).toString('hex')}`;
