import type { MigrationInterface, QueryRunner } from 'typeorm';
import { migrations } from '../../migrations/index.js';

/**
 * The newest migration that was made before the rule. Processes of the release before run while a later one is applied, and
 * after it if the release is taken back, so it may only add (ADR 111).
 */
const BEFORE_THE_RULE = 'Controls1764100027002';

/** Migrations that take something away or require something, and why no process of the release before fails. */
const CONTRACTS: Readonly<Record<string, string>> = {
  EncryptedFiles1764100030000: 'the constraint is of columns that older processes leave empty together',
  LedgerBooks1764100034000:
    'the constraint is of books; the default of their columns, which older processes leave out, meets it',
  GaplessEntries1764100034002:
    'a trigger gives each entry its position, also those of older processes; only migrations numbered',
  TableStatistics1764100089000: 'the right is to call a function that the same migration makes',
};

/** What breaks statements of the release before. A name that the same migration has made, or makes again, is its own. */
const BREAKING: Readonly<Record<string, RegExp>> = {
  'drops what the release before may use':
    /\bDROP\s+(?:TABLE|VIEW|MATERIALIZED VIEW|FUNCTION|SCHEMA|COLUMN|TYPE|SEQUENCE|INDEX|DEFAULT)\s+(?:CONCURRENTLY\s+)?(?:IF EXISTS\s+)?([\w."]+)/gi,
  'renames what the release before may use': /\bRENAME\s+(?:COLUMN\s+|CONSTRAINT\s+)?(?:[\w."]+\s+)?TO\s+([\w."]+)/gi,
  'changes the type of a column': /\bALTER\s+COLUMN\s+([\w"]+)\s+(?:SET DATA\s+)?TYPE\b/gi,
  'requires a value that the release before does not write': /\bALTER\s+COLUMN\s+([\w"]+)\s+SET\s+NOT\s+NULL/gi,
  'adds a required column without a default':
    /\bADD\s+(?:COLUMN\s+)?(?!CONSTRAINT\b)([\w"]+)\s+(?=[^,;]*\bNOT\s+NULL\b)(?![^,;]*\b(?:DEFAULT|GENERATED)\b)/gi,
  'adds a constraint that the release before does not know': /\bADD\s+CONSTRAINT\s+([\w"]+)/gi,
  'adds a unique index that the release before does not know': /\bCREATE\s+UNIQUE\s+INDEX\s+[^;]*?\bON\s+([\w."]+)/gi,
  'takes a right away': /\bREVOKE\s+[^;]*?\bON\s+([\w."]+)/gi,
};
const MADE = [
  /\bCREATE\s+(?:OR REPLACE\s+)?(?:TABLE|VIEW|FUNCTION|SCHEMA|TYPE)\s+(?:IF NOT EXISTS\s+)?([\w."]+)/gi,
  /\bCREATE\s+(?:UNIQUE\s+)?INDEX\s+([\w."]+)/gi,
  /\bDROP\s+CONSTRAINT\s+(?:IF EXISTS\s+)?([\w."]+)/gi,
];
/** The table of the statement, whose changes are of no concern if the migration has made it. */
const TABLE = /\b(?:ALTER\s+TABLE\s+(?:ONLY\s+)?|\bON\s+)([\w."]+)/i;

const namesOf = (pattern: RegExp, sql: string) => [...sql.matchAll(pattern)].map(([, name]) => name!);

/** What is wrong with a migration that sends these statements. */
function broken(statements: readonly string[]): string[] {
  const each = statements.flatMap((text) => text.split(';'));
  const made = new Set(each.flatMap((sql) => MADE.flatMap((pattern) => namesOf(pattern, sql))));
  const added = each.flatMap((sql) => namesOf(/\bADD\s+COLUMN\s+(\w+)/gi, sql));
  // The release before leaves such a column empty, and what is empty is like nothing else.
  const isOfAdded = (sql: string) =>
    /\bUNIQUE\s+INDEX\b/i.test(sql) && added.some((column) => new RegExp(`\\(.*\\b${column}\\b`).test(sql));
  return each.flatMap((sql) =>
    made.has(TABLE.exec(sql)?.[1] ?? '') || isOfAdded(sql)
      ? []
      : Object.entries(BREAKING).flatMap(([what, pattern]) =>
          namesOf(pattern, sql)
            .filter((name) => !made.has(name))
            .map((name) => `${what}: ${name}`),
        ),
  );
}

/** The statements of a migration, without a database. */
async function statementsOf(migration: new () => MigrationInterface): Promise<string[]> {
  const sent: string[] = [];
  const query = (sql: string) => {
    sent.push(sql);
    return Promise.resolve([]);
  };
  await new migration().up({ query } as unknown as QueryRunner);
  return sent;
}

describe('migrations', () => {
  const later = migrations.slice(migrations.findIndex(({ name }) => name === BEFORE_THE_RULE) + 1);

  it('only add, unless they are listed with a reason', async () => {
    const found = await Promise.all(
      later.map(async (migration) => broken(await statementsOf(migration)).map((what) => [migration.name, what])),
    );
    expect(found.flat().filter(([name]) => !(name! in CONTRACTS))).toEqual([]);
    const contracts = new Set(found.flat().map(([name]) => name));
    expect(Object.keys(CONTRACTS).filter((name) => !contracts.has(name))).toEqual([]);
  });

  it('are listed in the order of their times', () => {
    const times = migrations.map(({ name }) => Number(/\d+$/.exec(name)?.[0]));
    expect(times).toEqual([...times].sort((a, b) => a - b));
  });

  it.each([
    ['DROP TABLE x.t', 'drops what the release before may use: x.t'],
    ['ALTER TABLE x.t DROP COLUMN a', 'drops what the release before may use: a'],
    ['DROP INDEX x.t_key', 'drops what the release before may use: x.t_key'],
    ['ALTER TABLE x.t RENAME COLUMN a TO b', 'renames what the release before may use: b'],
    ['ALTER TABLE x.t RENAME TO u', 'renames what the release before may use: u'],
    ['ALTER TABLE x.t ALTER COLUMN a TYPE bigint', 'changes the type of a column: a'],
    ['ALTER TABLE x.t ALTER COLUMN a SET NOT NULL', 'requires a value that the release before does not write: a'],
    ['ALTER TABLE x.t ADD COLUMN a int NOT NULL', 'adds a required column without a default: a'],
    [
      'ALTER TABLE x.t ADD b int NOT NULL DEFAULT 0, ADD COLUMN a int NOT NULL',
      'adds a required column without a default: a',
    ],
    ['ALTER TABLE x.t ADD CONSTRAINT c CHECK (a > 0)', 'adds a constraint that the release before does not know: c'],
    ['CREATE UNIQUE INDEX t_a ON x.t (a)', 'adds a unique index that the release before does not know: x.t'],
    ['REVOKE UPDATE (a) ON x.t FROM payments_app', 'takes a right away: x.t'],
  ])('are refused: %s', (sql, expected) => {
    expect(broken([sql])).toEqual([expected]);
  });

  it.each([
    [
      'CREATE TABLE x.n (a int NOT NULL); CREATE UNIQUE INDEX n_a ON x.n (a); ALTER TABLE x.n ADD CONSTRAINT c UNIQUE (a)',
    ],
    ['ALTER TABLE x.t ADD COLUMN a int, ADD COLUMN b int NOT NULL DEFAULT 0'],
    [`ALTER TABLE x.t DROP CONSTRAINT c, ADD CONSTRAINT c CHECK (a IN ('old', 'new'))`],
    ['DROP VIEW x.v; CREATE VIEW x.v AS SELECT 1 AS a, 2 AS b'],
    ['ALTER TABLE x.t ALTER COLUMN a DROP NOT NULL'],
    ['GRANT UPDATE (a) ON x.t TO payments_app'],
    ['ALTER TABLE x.t ADD COLUMN a text; CREATE UNIQUE INDEX t_a ON x.t (b, a)'],
  ])('are taken: %s', (sql) => {
    expect(broken([sql])).toEqual([]);
  });
});
