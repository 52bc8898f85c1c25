import { Client, escapeLiteral } from 'pg';
import type { QueryConfig } from 'pg';

/** A prepared statement as it was last sent. */
export interface RecordedStatement {
  readonly text: string;
  readonly values: readonly (string | Buffer | null)[];
  /** What began its transaction: the role, the tenant, and how the planner is set. */
  readonly opening: string;
}

export interface Recording {
  /** By name. Statements without a name are not on the hot path. */
  readonly statements: ReadonlyMap<string, RecordedStatement>;
  stop(): void;
}

/** Records the prepared statements that this process sends from now on, and others under the name that is given to them. */
export function recordStatements(nameOf?: (text: string) => string | undefined): Recording {
  const statements = new Map<string, RecordedStatement>();
  const openings = new WeakMap<Client, string>();
  const { query } = Client.prototype as { query: (this: Client, ...sent: unknown[]) => unknown };
  const recorded = function (this: Client, ...sent: unknown[]): unknown {
    const { text, values, ...sentAs } = (typeof sent[0] === 'string' ? { text: sent[0] } : sent[0]) as QueryConfig;
    // A statement that is prepared anew, since columns have changed, has a number behind its name.
    const name = sentAs.name?.replace(/ \d+$/, '') ?? nameOf?.(text);
    if (text.startsWith('BEGIN')) openings.set(this, text);
    if (text.startsWith('SET LOCAL')) openings.set(this, `${openings.get(this)}; ${text}`);
    if (name !== undefined) {
      const opening = openings.get(this) ?? 'BEGIN';
      statements.set(name, { text, values: (values ?? []) as RecordedStatement['values'], opening });
    }
    return query.apply(this, sent);
  };
  Object.assign(Client.prototype, { query: recorded });
  return { statements, stop: () => void Object.assign(Client.prototype, { query }) };
}

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Actual Loops'?: number;
  readonly 'Actual Rows'?: number;
  readonly 'Index Cond'?: string;
  readonly 'Index Name'?: string;
  readonly 'Relation Name'?: string;
  readonly 'Rows Removed by Filter'?: number;
  readonly Schema?: string;
  readonly Plans?: readonly PlanNode[];
}

const GENERIC = { cacheMode: 'force_generic_plan' };

/** The tables and indexes that the generic plan of the statement reads from end to end. */
export async function readWhole(client: Client, statement: RecordedStatement): Promise<readonly string[]> {
  const nodes = await planOf(client, statement, GENERIC);
  return nodes.filter(isUnbounded).map((node) => node['Index Name'] ?? `${node.Schema}.${node['Relation Name']}`);
}

/** The indexes that the generic plan of the statement uses. */
export async function indexesOf(client: Client, statement: RecordedStatement): Promise<readonly string[]> {
  return (await planOf(client, statement, GENERIC)).flatMap((node) => node['Index Name'] ?? []);
}

/** How many rows of tables the statement reads with its values, planned as it is sent. It is executed, and rolled back. */
export async function rowsRead(client: Client, statement: RecordedStatement): Promise<number> {
  const nodes = await planOf(client, statement, { explain: 'ANALYZE' });
  return nodes
    .filter((node) => node['Relation Name'] !== undefined)
    .map((node) => (node['Actual Rows']! + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']!)
    .reduce((sum, rows) => sum + rows, 0);
}

// It is not executed, unless it is to be analyzed.
async function planOf(
  client: Client,
  { text, values, opening }: RecordedStatement,
  { cacheMode, explain = 'VERBOSE' }: { readonly cacheMode?: string; readonly explain?: string },
): Promise<readonly PlanNode[]> {
  const literals = values.map((value) => (value === null ? 'NULL' : escapeLiteral(textOf(value))));
  const execute = literals.length === 0 ? 'EXECUTE planned' : `EXECUTE planned (${literals.join(', ')})`;
  const setting = cacheMode === undefined ? '' : `SET LOCAL plan_cache_mode = ${cacheMode};`;
  try {
    await client.query(`${opening}; ${setting} PREPARE planned AS ${text}`);
    const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
      `EXPLAIN (${explain}, FORMAT JSON) ${execute}`,
    );
    return nodesOf(rows[0]!['QUERY PLAN'][0].Plan);
  } finally {
    await client.query('ROLLBACK');
    await client.query('DEALLOCATE ALL');
  }
}

function isUnbounded(node: PlanNode): boolean {
  const type = node['Node Type'];
  return type === 'Seq Scan' || (/Index.* Scan$/.test(type) && node['Index Cond'] === undefined);
}

function textOf(value: string | Buffer): string {
  return typeof value === 'string' ? value : `\\x${value.toString('hex')}`;
}

function nodesOf(plan: PlanNode): readonly PlanNode[] {
  return [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];
}
