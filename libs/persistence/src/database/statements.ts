import type { Writable } from 'node:stream';
import { SpanKind } from '@opentelemetry/api';
import { withSpan } from '@payments/observability';
import type { WorkSpan } from '@payments/observability';
import * as driver from 'pg';
import type { PoolClient, QueryConfig, QueryResult } from 'pg';
import { PreparedQuery } from './prepared-query.js';
import type { Statement } from './transaction.js';

/** From here on, named statements are planned once for all values. What depends on its values has no name. */
export const PLAN_ONCE = 'SET LOCAL plan_cache_mode = force_generic_plan';

// Missing from the driver's types.
type PrepareValue = (value: unknown) => string | Buffer | null;
const { prepareValue } = (driver as unknown as { readonly utils: { readonly prepareValue: PrepareValue } }).utils;
const texts = new Map<string, string>();

/** A statement in the form in which the driver sends it. */
export type Sendable = string | QueryConfig | PreparedQuery;

/**
 * @param timeoutMs how long the driver waits for the response.
 * @throws when the driver could not send the statement. The driver itself reports that after the statements behind it
 * were sent, COMMIT among them, and the server would commit without the statement.
 */
export function statementOf(
  statement: Omit<Statement, 'name'>,
  name: string | undefined,
  timeoutMs?: number,
): Sendable {
  const text = statement.sql;
  const values = statement.values.map((value) => prepareValue(value));
  const timeout = timeoutMs === undefined ? {} : { query_timeout: timeoutMs };
  if (name === undefined) return { text, values, ...timeout };
  keepName(name, text);
  return new PreparedQuery({ text, values, name, ...timeout });
}

function keepName(name: string, text: string): void {
  const known = texts.get(name);
  if (known === undefined) texts.set(name, text);
  else if (known !== text) throw new Error(`the name ${name} is that of another statement`);
}

/** Sends a statement. `settle` gets its error, or its result. */
export function send(
  client: PoolClient,
  statement: Sendable,
  settle: (error: Error | null, result: QueryResult) => void,
) {
  client.query(statement as QueryConfig, settle);
}

/** By a callback: the driver itself would make two promises more for each statement. */
export function resultOf(client: PoolClient, statement: Sendable): Promise<QueryResult> {
  return new Promise((resolve, reject) =>
    send(client, statement, (error, response) => (error === null ? resolve(response) : reject(error))),
  );
}

// Records the name of a statement, never its text or values.
export function spanned<T>(parent: WorkSpan | undefined, name: string, query: () => Promise<T>): Promise<T> {
  if (parent === undefined) return query();
  const attributes = { 'db.system.name': 'postgresql', 'db.operation.name': name } as const;
  return withSpan(parent.child(`sql ${name}`, attributes, SpanKind.CLIENT), query);
}

// A socket write costs more than its bytes, so writes are buffered until the end of this event loop turn.
export function gatherWrites(client: PoolClient): void {
  const { stream } = (client as PoolClient & { readonly connection: { readonly stream: Writable } }).connection;
  stream.cork();
  process.nextTick(() => stream.uncork());
}
