import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTestDatabase } from '@payments/testing';
import type { TestDatabase } from '@payments/testing';
import { placements } from '../../migrations/index.js';

const root = join(__dirname, '../..');

/** Tables without an enterprise_id, and why. */
const GLOBAL_TABLES: Readonly<Record<string, string>> = {
  'auth.login_failures': 'counts failures of names that may be nobody’s',
  'auth.rate_limits': 'counts requests of addresses, before anybody is known',
  'auth.signing_keys': 'one set of keys signs the tokens of all enterprises',
  'auth.token_issuer': 'the tokens of all enterprises have one issuer',
  'bulk.transitions': 'the legal steps are the same for everybody',
  'platform.sweep_turns': 'one worker at a time does the rounds of all enterprises',
  'rails.batches': 'what each enterprise has in a file of all of them',
  'reports.transitions': 'the legal steps are the same for everybody',
  'rails.breaks': 'a difference with a bank may be nobody’s',
  'rails.connection_leases': 'one worker at a time works on a connection to a bank',
  'rails.connections': 'a connection to a bank carries files of several enterprises',
  'rails.documents': 'the bytes of a file are of several enterprises',
  'rails.entry_transitions': 'the transitions of entries are the same for all enterprises',
  'rails.file_transitions': 'the transitions of files are the same for all enterprises',
  'rails.exceptions': 'whose entry a bank means may be what is not known',
  'rails.files': 'a file to a bank holds entries of several enterprises',
  'rails.inbound_files': 'a file from a bank holds entries of several enterprises',
  'rails.inbound_transitions': 'the transitions of files from banks are the same for all enterprises',
  'rails.participant_states': 'who takes no payments on a network is the same for all enterprises of a connection',
  'rails.payloads': 'the bytes of a file are of several enterprises',
  'rails.reconciliations': 'a comparison is of a connection, which carries files of several enterprises',
  'rails.statement_lines': 'a line of a statement may be of several enterprises, or of none',
  'rails.statements': 'the account of a connection holds the money of all of its enterprises',
  'rails.trace_counters': 'trace numbers are unique in a connection, whoever sends',
  'transfers.ach_banks': 'which banks take ACH entries is the same for everybody',
  'transfers.leg_direct_transitions': 'the transitions of legs in one step are the same for all enterprises',
  'transfers.leg_transitions': 'the transitions of legs in any number of steps are the same for all enterprises',
  'transfers.result_cursors': 'how far the results of a processor were read, which are of all enterprises',
  'transfers.participation': 'which networks reach a bank is the same for everybody',
  'transfers.set_aside_results': 'results of a processor that no inbox takes may be nobody’s',
  'transfers.transitions': 'the legal steps are the same for everybody',
};
/** Indexes of tenant tables that do not begin with enterprise_id, and why. */
const OTHER_INDEXES: Readonly<Record<string, string>> = {
  'auth.credential_directory_pkey': 'is asked whose a credential is, before anybody is known',
  'platform.enterprises_name': 'the name of an enterprise is unique over all',
  'platform.idempotency_keys_expiry': 'finds over all enterprises what has expired; unique in nothing',
  'rails.entries_waiting': 'finds over all enterprises which windows have entries to file; unique in nothing',
  'rails.entries_to_settle': 'finds over all enterprises whose entries are due to settle; unique in nothing',
  'rails.postings_booked': 'finds what the bank of a connection has booked, by day; unique in nothing',
  'rails.postings_entry_references': 'finds what a line of a bank refers to, whoever it belongs to; unique in nothing',
  'rails.postings_matched': 'finds what a match of a connection is of; unique in nothing',
  'rails.postings_of_returns': 'finds whether a return was booked for anybody; unique in nothing',
  'rails.postings_references': 'finds what a line of a bank refers to, whoever it belongs to; unique in nothing',
  'rails.postings_to_match': 'finds what a connection expects of its bank, for all enterprises; unique in nothing',
  'rails.reversals_due': 'finds over all enterprises which reversals have no entry yet; unique in nothing',
  'transfers.legs_at_processor': 'finds over all enterprises what the processor is silent about; unique in nothing',
  'platform.tasks_due': 'finds over all enterprises who has due work; unique in nothing',
};
/** Functions that may do what others may not, and why. */
const OTHER_FUNCTIONS: Readonly<Record<string, string>> = {
  'ledger.next_position': 'numbers the entries of an older release, which never runs on a sharded database',
  'platform.claim_idempotency_key':
    'set_config bounds how long it waits for a lock, and never says whose rows are seen',
  'platform.collect_statistics': 'analyzes tables as their owner, takes nothing, and returns the name of a table only',
};

/** A rule of the schema: what the catalogue shows where it is broken, as the column `broken`. */
const IN_OURS = `n.nspowner = 'payments_owner'::regrole`;
const TENANT_TABLE = `c.relkind IN ('r', 'p') AND ${IN_OURS} AND EXISTS (
  SELECT FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = 'enterprise_id' AND NOT a.attisdropped)`;
const TABLES = `pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace`;
const VOLATILE = `(random|gen_random_uuid|clock_timestamp|nextval|uuidv[47])\\s*\\(`;
// The same for a whole statement. Citus works it out once, on the coordinator, but not where it depends on the row.
const STABLE = `(now|statement_timestamp)\\s*\\(`;
const DEPENDS = `\\b(DO UPDATE SET((?!\\bRETURNING\\b)[^])*|CASE\\b((?!\\bEND\\b)[^])*|COALESCE\\s*\\([^)]*)`;

const RULES: Readonly<Record<string, string>> = {
  'a table without enterprise_id is listed': `
    SELECT format('%s.%s', n.nspname, c.relname) AS broken FROM ${TABLES}
    WHERE c.relkind IN ('r', 'p') AND ${IN_OURS} AND NOT (${TENANT_TABLE})`,
  'row-level security is on, for the owner too': `
    SELECT format('%s.%s', n.nspname, c.relname) AS broken FROM ${TABLES}
    WHERE ${TENANT_TABLE} AND NOT (c.relrowsecurity AND c.relforcerowsecurity)`,
  'the application has a policy for what it reads and what it writes': `
    SELECT format('%s.%s', n.nspname, c.relname) AS broken FROM ${TABLES}
    WHERE ${TENANT_TABLE} AND NOT EXISTS (
      SELECT FROM pg_policy p WHERE p.polrelid = c.oid AND p.polcmd = '*' AND p.polpermissive
        AND p.polroles = ARRAY['payments_app'::regrole::oid]
        AND pg_get_expr(p.polqual, c.oid) ~ '^\\(enterprise_id = .*app[.]enterprise_id'
        AND pg_get_expr(p.polqual, c.oid) = pg_get_expr(p.polwithcheck, c.oid))`,
  'a policy of a table is not open to everybody': `
    SELECT format('%s.%s %s', n.nspname, c.relname, p.polname) AS broken
    FROM pg_policy p JOIN ${TABLES} ON c.oid = p.polrelid WHERE 0 = ANY(p.polroles)`,
  'an enterprise_id is never empty': `
    SELECT format('%s.%s', n.nspname, c.relname) AS broken
    FROM ${TABLES} JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'enterprise_id'
    WHERE ${TENANT_TABLE} AND NOT a.attnotnull`,
  'a tenant table has a primary key': `
    SELECT format('%s.%s', n.nspname, c.relname) AS broken FROM ${TABLES}
    WHERE ${TENANT_TABLE} AND NOT EXISTS (SELECT FROM pg_index x WHERE x.indrelid = c.oid AND x.indisprimary)`,
  'an index begins with enterprise_id, or is listed': `
    SELECT format('%s.%s', n.nspname, i.relname) AS broken
    FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid JOIN ${TABLES} ON c.oid = x.indrelid
    LEFT JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = x.indkey[0]
    WHERE ${TENANT_TABLE} AND a.attname IS DISTINCT FROM 'enterprise_id'`,
  'a foreign key begins with enterprise_id on both sides': `
    SELECT format('%s.%s %s', n.nspname, c.relname, k.conname) AS broken
    FROM pg_constraint k JOIN ${TABLES} ON c.oid = k.conrelid
    JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = k.conkey[1]
    JOIN pg_attribute f ON f.attrelid = k.confrelid AND f.attnum = k.confkey[1]
    WHERE k.contype = 'f' AND ${IN_OURS} AND (a.attname <> 'enterprise_id' OR f.attname <> 'enterprise_id')`,
  'an index can be used': `
    SELECT format('%s.%s', n.nspname, i.relname) AS broken
    FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid JOIN ${TABLES} ON c.oid = x.indrelid
    WHERE ${IN_OURS} AND NOT (x.indisvalid AND x.indisready AND x.indislive)`,
  'no index is there twice': `
    SELECT format('%s.%s', n.nspname, max(i.relname)) AS broken
    FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid JOIN ${TABLES} ON c.oid = x.indrelid
    WHERE ${IN_OURS}
    GROUP BY n.nspname, x.indrelid, x.indkey::text, x.indoption::text, x.indcollation::text,
      pg_get_expr(x.indexprs, x.indrelid), pg_get_expr(x.indpred, x.indrelid) HAVING count(*) > 1`,
  'a trigger stays within its row and sets no time or chance of its own': `
    SELECT format('%s.%s', n.nspname, p.proname) AS broken
    FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
    WHERE ${IN_OURS} AND p.prorettype = 'trigger'::regtype
      AND (p.prosrc ~* '${VOLATILE}|${STABLE}' OR p.prosrc ~* '\\m(INSERT|UPDATE|DELETE)\\M')`,
  'a function sets no setting and runs with nobody else’s rights': `
    SELECT format('%s.%s', n.nspname, p.proname) AS broken
    FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
    WHERE ${IN_OURS} AND (p.prosrc ~* 'set_config' OR p.prosecdef)`,
  'a role is neither above the wall nor able to log in': `
    SELECT rolname AS broken FROM pg_roles
    WHERE rolname IN ('payments_app', 'payments_relay', 'payments_auth', 'payments_maintenance', 'payments_owner')
      AND (rolsuper OR rolbypassrls OR rolcanlogin OR rolcreaterole OR rolreplication)`,
};

const LISTED = new Set([GLOBAL_TABLES, OTHER_INDEXES, OTHER_FUNCTIONS].flatMap((list) => Object.keys(list)));

/** SQL in the sources, and where it breaks a rule that a sharded database sets. */
function brokenSources(files: Readonly<Record<string, string>>): string[] {
  return Object.entries(files).flatMap(([path, text]) => {
    const statements = [...text.matchAll(/`[^`]*`/g)].map(([statement]) => statement);
    const updates = statements.flatMap(
      (sql) => sql.match(/\b(UPDATE\s+\S+(\s+(AS\s+)?\w+)?\s+SET|DO UPDATE\s+SET)\b[^]*/) ?? [],
    );
    const isBroken = new RegExp(`\\b${VOLATILE}|${DEPENDS}\\b${STABLE}`);
    const volatile = updates.some((sql) => isBroken.test(sql));
    const setting = statements.some((sql) => /\bset_config\s*\(/.test(sql));
    const returned = statements.some((sql) => /\bRETURNING\b[^)]*\b(?:now|clock_timestamp)\s*\(/.test(sql));
    const untyped = statements.some((sql) => /\bCASE\s+\$\d+\s+WHEN\b/.test(sql));
    return [
      ...(volatile ? [`${path}: volatile in an update`] : []),
      ...(setting ? [`${path}: set_config`] : []),
      ...(returned ? [`${path}: time in what is returned`] : []),
      ...(untyped ? [`${path}: CASE over a parameter`] : []),
    ];
  });
}

function sources(): Record<string, string> {
  const files = ['apps', 'libs'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.ts$/.test(name) && !/spec\.ts$/.test(name))
      .map((name) => `${folder}/${name}`),
  );
  return Object.fromEntries(files.map((path) => [path, readFileSync(join(root, path), 'utf8')]));
}

describe('the database', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  const broken = async (): Promise<string[]> => {
    const found: string[] = [];
    for (const [rule, sql] of Object.entries(RULES)) {
      const rows = await database.query<{ broken: string }>(sql);
      found.push(...rows.filter((row) => !LISTED.has(row.broken)).map((row) => `${rule}: ${row.broken}`));
    }
    return found;
  };

  it('keeps every rule', async () => {
    expect(await broken()).toEqual([]);
  });

  it('has a place on a distributed database for each table that has no enterprise, or a key without one', () => {
    const withOtherKeys = ['auth.credential_directory', 'platform.enterprises'];
    const placed = [...placements.reference, ...placements.local].filter((place) => place !== 'rails.*');
    const global = Object.keys(GLOBAL_TABLES).filter((table) => !table.startsWith('rails.'));
    expect(placements.local).toContain('rails.*');
    expect(placed.sort()).toEqual([...global, ...withOtherKeys].sort());
  });

  it('needs every exception that is listed', async () => {
    const met = new Set<string>();
    for (const sql of Object.values(RULES)) {
      for (const row of await database.query<{ broken: string }>(sql)) met.add(row.broken);
    }
    expect([...LISTED].filter((name) => !met.has(name))).toEqual([]);
  });

  const WALL = `NULLIF(current_setting('app.enterprise_id', true), '')::uuid`;
  const walled = (columns: string) => `
    CREATE TABLE platform.planted (${columns});
    ALTER TABLE platform.planted ENABLE ROW LEVEL SECURITY; ALTER TABLE platform.planted FORCE ROW LEVEL SECURITY;
    CREATE POLICY tenant ON platform.planted TO payments_app USING (enterprise_id = ${WALL}) WITH CHECK (enterprise_id = ${WALL});`;
  const GOOD = `enterprise_id uuid NOT NULL, id uuid NOT NULL, PRIMARY KEY (enterprise_id, id)`;

  it.each<[string, string, string[]]>([
    ['nothing of a table that keeps them', walled(GOOD), []],
    [
      'a table of nobody',
      `CREATE TABLE platform.planted (id uuid PRIMARY KEY)`,
      ['a table without enterprise_id is listed'],
    ],
    [
      'a table that the owner sees over',
      `${walled(GOOD)} ALTER TABLE platform.planted NO FORCE ROW LEVEL SECURITY`,
      ['row-level security is on, for the owner too'],
    ],
    [
      'a policy that lets be written what cannot be read',
      `${walled(GOOD)} ALTER POLICY tenant ON platform.planted WITH CHECK (true)`,
      ['the application has a policy for what it reads and what it writes'],
    ],
    [
      'a policy for everybody',
      `${walled(GOOD)} CREATE POLICY hole ON platform.planted FOR SELECT USING (true)`,
      ['a policy of a table is not open to everybody'],
    ],
    [
      'a key of all enterprises',
      walled('enterprise_id uuid NOT NULL, id uuid PRIMARY KEY'),
      ['an index begins with enterprise_id, or is listed'],
    ],
    [
      'a table without a key, of rows that may be nobody’s',
      walled('enterprise_id uuid'),
      ['an enterprise_id is never empty', 'a tenant table has a primary key'],
    ],
    [
      'a reference that does not say whose',
      `${walled(GOOD)}
       ALTER TABLE platform.planted ADD COLUMN whose uuid REFERENCES platform.enterprises (enterprise_id)`,
      ['a foreign key begins with enterprise_id on both sides'],
    ],
    [
      'an index that is there already',
      `${walled(GOOD)} CREATE UNIQUE INDEX planted_again ON platform.planted (enterprise_id, id)`,
      ['no index is there twice'],
    ],
    [
      'an index that is no good',
      `${walled(GOOD)} CREATE INDEX planted_id ON platform.planted (enterprise_id, id DESC);
       UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'platform.planted_id'::regclass`,
      ['an index can be used'],
    ],
    [
      'a trigger that takes the time',
      `CREATE FUNCTION platform.planted() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.at := now(); RETURN NEW; END $$`,
      ['a trigger stays within its row and sets no time or chance of its own'],
    ],
    [
      'a function that sets whose rows are seen',
      `CREATE FUNCTION platform.planted() RETURNS text LANGUAGE sql AS $$ SELECT set_config('app.enterprise_id', '', true) $$`,
      ['a function sets no setting and runs with nobody else’s rights'],
    ],
    [
      'a role above the wall',
      `ALTER ROLE payments_relay BYPASSRLS`,
      ['a role is neither above the wall nor able to log in'],
    ],
  ])('is found to break a rule by %s', async (_, planting, expected) => {
    await database.query('BEGIN');
    try {
      await database.query(planting);
      expect((await broken()).map((line) => line.split(': ')[0])).toEqual(expected);
    } finally {
      await database.query('ROLLBACK');
    }
  });

  it('is sent no update whose values are made up by it, and no set_config', () => {
    const files = sources();
    expect(Object.values(files).filter((text) => text.includes('UPDATE ')).length).toBeGreaterThan(10);
    expect(brokenSources(files)).toEqual([]);
    const planted = {
      'a.ts': '`UPDATE platform.tasks t SET run_at = clock_timestamp() WHERE id = $1`',
      'b.ts': '`INSERT INTO x VALUES (1) ON CONFLICT (id) DO UPDATE SET token = gen_random_uuid()`',
      'c.ts': '`SELECT set_config($1, $2, true)`',
      'd.ts': '`INSERT INTO x VALUES (now())`; `UPDATE x SET at = now() WHERE id = $1`',
      'e.ts': '`INSERT INTO x VALUES (1) ON CONFLICT (id) DO UPDATE SET at = now()`',
      'f.ts': '`UPDATE x SET at = CASE WHEN y THEN now() END`',
      'g.ts': '`UPDATE x SET at = COALESCE(y, now())`',
      'i.ts': '`INSERT INTO x VALUES (1) RETURNING now() - at`',
      'j.ts': "`UPDATE x SET n = CASE $1 WHEN 'y' THEN 1 END`",
      'k.ts': '`WITH y AS (DELETE FROM x RETURNING *) SELECT now() FROM y`',
      'h.ts': '`UPDATE x SET n = CASE WHEN y THEN 1 END, at = now()`',
    };
    expect(brokenSources(planted)).toEqual([
      'a.ts: volatile in an update',
      'b.ts: volatile in an update',
      'c.ts: set_config',
      'e.ts: volatile in an update',
      'f.ts: volatile in an update',
      'g.ts: volatile in an update',
      'i.ts: time in what is returned',
      'j.ts: CASE over a parameter',
    ]);
  });
});
