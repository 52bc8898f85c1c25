import type { Writable } from 'node:stream';
import { SpanKind } from '@opentelemetry/api';
import { withSpan } from '@payments/observability';
import type { WorkSpan } from '@payments/observability';
import type { PoolClient, QueryConfig } from 'pg';

export function statementOf(text: string, values: readonly unknown[], name: string | undefined): QueryConfig {
  return { text, values: [...values], ...(name !== undefined && { name }) };
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
