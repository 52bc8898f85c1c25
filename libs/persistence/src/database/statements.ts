import type { Writable } from 'node:stream';
import { SpanKind } from '@opentelemetry/api';
import { withSpan } from '@payments/observability';
import type { WorkSpan } from '@payments/observability';
import * as driver from 'pg';
import type { PoolClient, QueryConfig } from 'pg';

// Missing from the driver's types.
type PrepareValue = (value: unknown) => string | Buffer | null;
const { prepareValue } = (driver as unknown as { readonly utils: { readonly prepareValue: PrepareValue } }).utils;
const texts = new Map<string, string>();

/**
 * @throws when the driver could not send the statement. The driver itself reports that after the statements behind it
 * were sent, COMMIT among them, and the server would commit without the statement.
 */
export function statementOf(text: string, values: readonly unknown[], name: string | undefined): QueryConfig {
  if (name !== undefined) keepName(name, text);
  return { text, values: values.map((value) => prepareValue(value)), ...(name !== undefined && { name }) };
}

function keepName(name: string, text: string): void {
  const known = texts.get(name);
  if (known === undefined) texts.set(name, text);
  else if (known !== text) throw new Error(`the name ${name} is that of another statement`);
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
