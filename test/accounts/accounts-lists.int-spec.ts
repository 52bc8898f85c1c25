import { newId } from '@payments/kernel';
import { Client } from 'pg';
import { aBusiness, anAccount, aPerson } from '@payments/testing';
import type { ApiClient } from '../support/api-client.js';
import { aPayout, registerParty } from '../support/parties.js';
import { startTestService } from '../support/service.js';
import type { TestService } from '../support/service.js';

const ROWS = 20_000;

interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

// Pages of no rows are asked for, which look at one: the copies of a sealed row cannot be opened.
/** What the service asks of a table while it does the work. */
async function statementsOn(table: string, work: () => Promise<unknown>): Promise<Statement[]> {
  const seen: Statement[] = [];
  const send = Client.prototype.query as (this: Client, ...sent: unknown[]) => unknown;
  const spy = jest.spyOn(Client.prototype, 'query').mockImplementation(function (this: Client, ...sent: unknown[]) {
    const [query, values = []] = sent as [string | Statement, unknown[]?];
    const statement = typeof query === 'string' ? { text: query, values } : query;
    if (statement.text.includes(table) && statement.text.includes('ORDER BY')) seen.push(statement);
    return send.apply(this, sent) as never;
  });
  try {
    await work();
    return seen;
  } finally {
    spy.mockRestore();
  }
}

const schemas: Readonly<Record<string, string>> = {
  persons: 'customers',
  businesses: 'customers',
  external_accounts: 'accounts',
  transfers: 'transfers',
};
const paths: [string, string, string][] = [
  ['/deliver/persons', 'persons', 'persons_by_creation'],
  ['/deliver/businesses', 'businesses', 'businesses_by_creation'],
  ['/deliver/external/accounts', 'external_accounts', 'external_accounts_by_creation'],
  ['/deliver/transfers', 'transfers', 'transfers_by_creation'],
];

describe('the lists of an enterprise with many rows', () => {
  let service: TestService;
  let client: ApiClient;
  let customer: string;
  beforeAll(async () => {
    service = await startTestService();
    client = await service.client();
    const business = aBusiness();
    customer = String(business['customer_reference_id']);
    await client.post('/deliver/businesses', business);
    await client.post('/deliver/external/accounts', anAccount({ customer_reference_id: customer }));
    await client.post('/deliver/persons', aPerson());
    await multiply('customers.businesses', { legal_name: `'Business ' || n % 100` });
    await multiply('customers.persons', { first_name: `'First ' || n % 50`, last_name: `'Last ' || n % 100` });
    await multiply('accounts.external_accounts', {
      account_reference_id: `'reference-' || n`,
      customer_reference_id: `'customer-' || n % 100`,
    });
    const { body } = await client.post('/deliver/transfers', aPayout(await registerParty(client)));
    expect(body).toHaveProperty('transfer');
    const party = (number: string) => `jsonb_build_object('customer_reference_id', 'customer-' || ${number},
      'account_reference_id', 'account-' || ${number})`;
    await multiply('transfers.transfers', {
      transfer_reference_id: `'reference-' || n`,
      source: party('n % 5000'),
      destination: party('(n + 1) % 5000'),
    });
  });
  afterAll(() => service.stop());

  /** Copies the one row of the table many times, a second apart each. */
  async function multiply(table: string, others: Readonly<Record<string, string>>): Promise<void> {
    const changes = { id: 'gen_random_uuid()', created_at: `created_at - n * interval '1 second'`, ...others };
    const pairs = Object.entries(changes).map(([column, value]) => `'${column}', ${value}`);
    const written = await service.database.query<{ name: string }>(
      `SELECT attname AS name FROM pg_attribute
       WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = ''`,
      [table],
    );
    const names = written.map(({ name }) => name);
    await service.database.query(
      `INSERT INTO ${table} (${names.join(', ')}) SELECT ${names.map((name) => `copy.${name}`).join(', ')} FROM ${table} AS one, generate_series(1, ${ROWS}) AS n,
         jsonb_populate_record(one, jsonb_build_object(${pairs.join(', ')})) AS copy`,
    );
    await service.database.query(`ANALYZE ${table}`);
  }

  // As the service asks, behind row-level security: there an index serves fewer conditions than it serves the owner.
  async function planOf({ text, values }: Statement): Promise<string> {
    const { query } = service.database;
    await query('BEGIN');
    try {
      await query('SET LOCAL ROLE payments_app');
      await query(`SELECT set_config('app.enterprise_id', $1, true)`, [values[0]]);
      const rows = await query<{ 'QUERY PLAN': string }>(`EXPLAIN ${text}`, values);
      return rows.map((row) => row['QUERY PLAN']).join('\n');
    } finally {
      await query('ROLLBACK');
    }
  }

  const ageOf = (seconds: number) => new Date(Date.now() - seconds * 1000).toISOString();

  it.each(paths)('%s reads its page from the index, in its order', async (path, table, index) => {
    const [middle] = await service.database.query<{ id: string }>(
      `SELECT id FROM ${schemas[table]}.${table} ORDER BY created_at OFFSET 9000 LIMIT 1`,
    );
    const queries = [
      '',
      `after=${middle?.id}`,
      `after=${newId()}`,
      `start_time=${ageOf(9000)}&end_time=${ageOf(100)}`,
      `status=created&end_time=${ageOf(100)}`,
    ];
    for (const query of queries) {
      const [statement] = await statementsOn(table, () => client.get(`${path}?size=0&${query}`));
      const plan = await planOf(statement!);
      expect(plan).toContain(`using ${index}`);
      expect(plan).not.toMatch(/Sort|Seq Scan/);
    }
  });

  it.each([
    ['persons', 'first_name=Ada'],
    ['persons', 'last_name=Lovelace'],
    ['businesses', 'legal_name=Business 1'],
  ])('finds %s with %s by the index of names', async (table, query) => {
    const [name] = query.split('=');
    for (const page of ['', `&after=${newId()}`, `&end_time=${ageOf(100)}`]) {
      const [statement] = await statementsOn(table, () => client.get(`/deliver/${table}?size=0&${query}${page}`));
      const plan = await planOf(statement!);
      expect(plan).toContain(`using ${table}_${name}`);
      expect(plan).not.toMatch(/Sort|Seq Scan/);
    }
  });

  it('finds the accounts of one customer by the index of customers', async () => {
    const ask = () => client.get('/deliver/external/accounts?customer_reference_id=customer-1&size=0');
    const [statement] = await statementsOn('external_accounts', ask);
    const plan = await planOf(statement!);
    expect(plan).toContain('using external_accounts_customer');
    expect(plan).not.toMatch(/Sort|Seq Scan/);
  });

  it.each(['customer', 'account'])('finds the transfers of a rare %s by the indexes of both sides', async (party) => {
    for (const more of ['', '&status=created', `&end_time=${ageOf(100)}`]) {
      const ask = () => client.get(`/deliver/transfers?${party}_reference_id=${party}-7&size=0${more}`);
      const [statement] = await statementsOn('transfers.transfers', ask);
      const plan = await planOf(statement!);
      expect(plan).toContain(`transfers_source_${party}`);
      expect(plan).toContain(`transfers_destination_${party}`);
      expect(plan).not.toContain('Seq Scan');
    }
  });

  it('finds one row by its reference or id', async () => {
    const asks: [string, string][] = [
      ['businesses', `/deliver/businesses?size=0&customer_reference_id=${customer}`],
      ['businesses', `/deliver/businesses?size=0&id=${newId()}`],
      ['persons', `/deliver/persons?size=0&id=${newId()}`],
      ['external_accounts', '/deliver/external/accounts?size=0&account_reference_id=reference-1'],
    ];
    for (const [table, path] of asks) {
      const [statement] = await statementsOn(table, () => client.get(path));
      expect(await planOf(statement!)).not.toMatch(/Seq Scan|_by_creation/);
    }
  });
});
