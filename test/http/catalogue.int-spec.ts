import type { FieldError } from '@payments/kernel';
import { accounts, businesses, persons, transfers } from './catalogue.table.js';
import type { FieldCase } from './catalogue.table.js';
import type { Answer, ApiClient } from '../support/api-client.js';
import { account, business } from '../support/e2e/bodies.js';
import type { Body } from '../support/e2e/bodies.js';
import { startTestService } from '../support/service.js';
import type { TestService } from '../support/service.js';
import { WriteCounter } from '../support/write-counter.js';

interface Refusals {
  readonly code: string;
  readonly field: string;
  readonly values: readonly unknown[];
}

/** The body with the value at the path; `undefined` leaves it out. */
function withValue(body: Body, field: string, value: unknown): Body {
  const copy = structuredClone(body) as Record<string, unknown>;
  const keys = field.split(/[.[\]]+/).filter(Boolean);
  const parent = keys.slice(0, -1).reduce((place, key) => place[key] as Record<string, unknown>, copy);
  const key = keys.at(-1)!;
  if (value === undefined) delete parent[key];
  else parent[key] = value;
  return copy;
}

function valueAt(body: Body, field: string): unknown {
  const keys = field.split(/[.[\]]+/).filter(Boolean);
  return keys.reduce<unknown>((place, key) => (place as Body)[key], body);
}

/** What a patch of that field alone sends: of an address its type too, and contacts in full. */
function patchOf(body: Body, field: string): Body {
  const [root = '', leaf] = field.split(/\[0\]\.|\[/);
  if (root !== 'addresses' || leaf === undefined) return { [root]: body[root] };
  const [address] = body[root] as Body[];
  return { [root]: [{ type: address?.['type'], [leaf]: address?.[leaf] }] };
}

/** Within a patch only the type of an address, and the type and value of a contact, must be there. */
const missingOf = ({ field, missing }: FieldCase, method: string) =>
  method !== 'PATCH' || /\]\.(type|value)$/.test(field) ? missing : undefined;

/** Fields no response shows. */
const UNSEEN = ['social_security_number', 'tax_id'];

/** What every accepted patch rewrites: time, number, and sealed values. */
const RENEWED = ['updated_at', 'version', 'date_of_birth', 'social_security_number', 'tax_id', 'account_number'];

const errorsOf = ({ body }: Answer) =>
  (((body['details'] ?? {}) as { errors?: FieldError[] }).errors ?? []).map(
    ({ field, error_code }) => `${field} ${error_code}`,
  );

describe.each([persons, businesses, accounts, transfers])(
  'the fields of $path',
  ({ path, body, fields, changed, empty }) => {
    let service: TestService;
    let client: ApiClient;
    let id: string;
    let written: WriteCounter;
    let marks = 0;

    const targets = changed ? ['POST', 'PUT', 'PUT by reference', 'PATCH'] : ['POST'];
    const send = (method: string, payload: Body) => {
      if (method === 'POST') return client.post(path, payload);
      if (method === 'PUT by reference') return client.put(path, payload);
      return client.send(method as 'PUT' | 'PATCH', `${path}/${id}`, { payload });
    };
    const make = (method: string) => body(method === 'POST' ? `new-${++marks}` : 'known');
    const makeWith = (method: string, field: string, value: unknown) => {
      const whole = withValue(make(method), field, value);
      return method === 'PATCH' ? patchOf(whole, field) : whole;
    };
    /** All rows of customers and accounts, the numbers of others, and the response, without what may be renewed. */
    const stored = async (renewed: readonly string[] = []) => {
      const [rows] = await service.database.query<Record<string, unknown>>(
        `SELECT (SELECT jsonb_agg(to_jsonb(row) - $1::text[] ORDER BY id) FROM customers.persons row) AS persons,
        (SELECT jsonb_agg(to_jsonb(row) - $1::text[] ORDER BY id) FROM customers.businesses row) AS businesses,
        (SELECT jsonb_agg(to_jsonb(row) - $1::text[] ORDER BY id) FROM accounts.external_accounts row) AS accounts,
        (SELECT count(*) FROM accounts.account_details) AS details, (SELECT count(*) FROM transfers.transfers) AS transfers,
        (SELECT count(*) FROM platform.events) AS events, (SELECT count(*) FROM platform.tasks) AS tasks`,
        [renewed],
      );
      const [shown] = Object.values((await client.get(`${path}/${id}`)).body) as Body[];
      return { ...rows, shown: { ...shown, ...(renewed.includes('updated_at') && { updated_at: 'renewed' }) } };
    };
    /** Every request is refused with the one error, which leads, and writes to no table. */
    const refusals = async (method: string, { code, field, values }: Refusals) => {
      const before = await written.count();
      for (const value of values) {
        const response = await send(method, makeWith(method, field, value));
        const about = `${method} ${field} ${JSON.stringify(value)?.slice(0, 40)}`;
        expect([about, response.status, response.body['error_code'], errorsOf(response)]).toEqual([
          about,
          400,
          code,
          [`${field} ${code}`],
        ]);
        expect(response.body['message']).toEqual(expect.stringMatching(/ (is required|must be .{4})/));
      }
      expect(await written.count()).toBe(before);
    };

    beforeAll(async () => {
      service = await startTestService();
      client = await service.client();
      await client.post(businesses.path, business('owner'));
      await client.post(accounts.path, { ...account('owner', 'business') });
      const known = await client.post(path, body('known'));
      expect([known.status, known.text]).toEqual([200, expect.any(String)]);
      id = (Object.values(known.body)[0] as { id: string }).id;
      written = await WriteCounter.in(service.database);
    });
    afterAll(() => service.stop());

    it.each(targets)('may all be there, with %s', async (method) => {
      const before = await written.count();
      const response = await send(method, make(method));
      expect([response.status, response.body['error_code']]).toEqual([200, undefined]);
      if (method === 'POST') expect(await written.count()).toBeGreaterThan(before);
    });

    describe.each(targets)('with %s', (method) => {
      it.each(fields.map((each) => [each.field, each] as const))(
        '%s is missed, or not, as it should be',
        async (field, each) => {
          const code = missingOf(each, method);
          if (code !== undefined) return refusals(method, { code, field, values: [undefined, null] });
          const before = method === 'PATCH' && (await stored(RENEWED));
          for (const nothing of field.endsWith('.value') ? [] : [undefined, null]) {
            const response = await send(method, makeWith(method, field, nothing));
            expect([response.status, errorsOf(response)]).toEqual([200, []]);
          }
          if (method === 'PATCH') expect(await stored(RENEWED)).toEqual(before);
        },
      );

      it.each(fields.map((each) => [each.field, each] as const))(
        '%s is taken inside its bounds',
        async (field, { takes, patches = [] }) => {
          for (const value of method === 'PATCH' ? [...takes, ...patches] : takes) {
            const response = await send(method, makeWith(method, field, value));
            expect([value, response.status, errorsOf(response)]).toEqual([value, 200, []]);
            if (method === 'PATCH' && typeof value === 'string' && !UNSEEN.includes(field)) {
              expect([field, valueAt(Object.values(response.body)[0] as Body, field)]).toEqual([
                field,
                value.trim() === '' ? undefined : value,
              ]);
            }
          }
        },
      );

      it.each(fields.map((each) => [each.field, each] as const))(
        '%s is refused outside its bounds',
        (field, { invalid, refuses, patches = [] }) => {
          const taken = method === 'PATCH' ? patches.map((value) => JSON.stringify(value)) : [];
          const values = refuses.filter((value) => !taken.includes(JSON.stringify(value)));
          return refusals(method, { code: invalid, field, values });
        },
      );

      it('all errors of a body are listed in the order of the interface, in whatever order it was sent', async () => {
        const before = await stored(method === 'PATCH' ? RENEWED : []);
        expect(errorsOf(await send(method, {}))).toEqual(method === 'PATCH' ? [] : empty);
        const roots = fields.filter(({ field }) => !/[.[]/.test(field));
        // A wrong type of a contact would leave its value unjudged.
        const leaves = fields.filter(({ field }) => !/^(addresses|contacts)$|^contacts.*type$/.test(field));
        for (const wrong of [roots, leaves]) {
          const sent = wrong.reduce((body, { field, refuses: [value] }) => withValue(body, field, value), make(method));
          const reversed = Object.fromEntries(Object.entries(sent).reverse());
          const response = await send(method, reversed);
          expect(errorsOf(response)).toEqual(wrong.map(({ field, invalid }) => `${field} ${invalid}`));
          expect([response.status, response.body['error_code']]).toEqual([400, wrong[0]!.invalid]);
        }
        expect(await stored(method === 'PATCH' ? RENEWED : [])).toEqual(before);
      });

      it('no message repeats what was sent', async () => {
        const secret = 'kX9-quoted-back';
        const leaves = fields.filter(({ field }) => !/^(addresses|contacts)$/.test(field));
        const sent = leaves.reduce((body, { field }) => withValue(body, field, [secret]), make(method));
        const response = await send(method, sent);
        expect([response.status, response.text.includes(secret)]).toEqual([400, false]);
      });
    });
  },
);

describe('rules over several fields', () => {
  let service: TestService;
  let client: ApiClient;

  beforeAll(async () => {
    service = await startTestService();
    client = await service.client();
  });
  afterAll(() => service.stop());

  it.each(['source', 'destination'])(
    'a %s that is no object, or has nothing in it, is at fault itself',
    async (side) => {
      const body = { ...transfers.body('party'), source: undefined, destination: undefined };
      for (const wrong of [7, 'x', true, [], [{}]]) {
        const response = await client.post(transfers.path, { ...body, [side]: wrong });
        expect(errorsOf(response)).toEqual([`${side} invalid_${side}_account_reference_id`]);
      }
      const fields = ['account_reference_id', 'customer_reference_id'];
      expect(errorsOf(await client.post(transfers.path, { ...body, [side]: {} }))).toEqual(
        fields.map((field) => `${side}.${field} missing_${side}_${field}`),
      );
    },
  );

  it('a transfer wrong in both parties names the accounts before the customers', async () => {
    const ordered = [
      ...['source.account_reference_id', 'destination.account_reference_id'],
      ...['source.customer_reference_id', 'destination.customer_reference_id'],
    ];
    const sent = (source: unknown, destination: unknown) =>
      client.post(transfers.path, { destination, source, transfer_reference_id: 'x', currency: 7, speed: 7 });
    const others = ['amount missing_amount', 'currency invalid_currency', 'speed invalid_speed'];
    const wrong = { customer_reference_id: 7, account_reference_id: '', statement_display_name: '!' };
    const names = ['source', 'destination'].map(
      (side) => `${side}.statement_display_name invalid_${side}_statement_display_name`,
    );
    const all = (fault: string) => ordered.map((field) => `${field} ${fault}_${field.replace('.', '_')}`);
    expect(errorsOf(await sent(wrong, wrong))).toEqual([...all('invalid'), ...others, ...names]);
    expect(errorsOf(await sent({}, {}))).toEqual([...all('missing'), ...others]);
    const [account, , customer] = all('missing');
    const destination = 'destination invalid_destination_account_reference_id';
    expect(errorsOf(await sent({}, 7))).toEqual([account, destination, customer, ...others]);
  });

  it('text that banks would print as zeros is refused, wherever a payment or an account begins', async () => {
    const party = { account_reference_id: 'a', customer_reference_id: 'b', statement_display_name: '0 0' };
    const transfer = {
      ...transfers.body('zeros'),
      source: party,
      destination: party,
      account_statement_descriptor: '000',
    };
    const faults = [
      ...['account_statement_descriptor invalid_account_statement_descriptor'],
      ...['source', 'destination'].map(
        (side) => `${side}.statement_display_name invalid_${side}_statement_display_name`,
      ),
    ];
    for (const path of [transfers.path, `${transfers.path}/preview`])
      expect(errorsOf(await client.post(path, transfer))).toEqual(expect.arrayContaining(faults));
    const schedule = {
      ...transfer,
      schedule_reference_id: 'zeros',
      start_date: '2099-01-29',
      recurrence: 'FREQ=DAILY',
    };
    expect(errorsOf(await client.post('/deliver/schedules', schedule))).toEqual(expect.arrayContaining(faults));
    // The description of a batch has ten characters.
    const cut = { ...transfers.body('zeros'), account_statement_descriptor: '0000000000 PAYROLL' };
    expect(errorsOf(await client.post(transfers.path, cut))).toEqual([faults[0]]);
    for (const account_holder_name of ['000', '\u0259'])
      expect(errorsOf(await client.post(accounts.path, { ...accounts.body('zeros'), account_holder_name }))).toEqual([
        'account_holder_name invalid_account_holder_name',
      ]);
  });

  it('a transfer without any party misses both', async () => {
    const body = { ...transfers.body('nobody'), source: null, destination: null };
    expect(errorsOf(await client.post(transfers.path, body))).toEqual(['source missing_source_and_destination']);
  });

  it.each([persons, businesses])('two contacts of one type are one too many in $path', async ({ path, body }) => {
    const contacts = [1, 2].map((n) => ({ type: 'email', value: `jane${n}@example.com` }));
    const response = await client.post(path, { ...body('twice'), contacts });
    expect(errorsOf(response)).toEqual(['contacts[1].type duplicate_contacts_type']);
  });

  it.each(['www.acme.com', 'acme', 'a_b.com', '', 7])(
    'a person has no website, so none is validated: %j',
    async (value) => {
      const contacts = [{ type: 'website', value }];
      const response = await client.post(persons.path, { ...persons.body('site'), contacts });
      expect(errorsOf(response)).toEqual(['contacts[0].type invalid_contacts_type']);
    },
  );

  it.each([persons, businesses])(
    'a phone number or an e-mail address has a value, in $path',
    async ({ path, body }) => {
      for (const type of ['phone', 'email']) {
        const response = await client.post(path, { ...body('valueless'), contacts: [{ type }] });
        expect(errorsOf(response)).toEqual(['contacts[0].value missing_contacts_value']);
      }
    },
  );
});
