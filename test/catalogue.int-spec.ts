import type { FieldError } from '@payments/kernel';
import { accounts, businesses, persons, transfers } from './catalogue.table.js';
import type { Answer, ApiClient } from './support/api-client.js';
import { account, business } from './support/e2e/bodies.js';
import type { Body } from './support/e2e/bodies.js';
import { startTestService } from './support/service.js';
import type { TestService } from './support/service.js';

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

const errorsOf = ({ body }: Answer) =>
  (((body['details'] ?? {}) as { errors?: FieldError[] }).errors ?? []).map(
    ({ field, error_code }) => `${field} ${error_code}`,
  );

describe.each([persons, businesses, accounts, transfers])(
  'the fields of $path',
  ({ path, body, fields, replaced, empty }) => {
    let service: TestService;
    let client: ApiClient;
    let id: string;
    let marks = 0;

    const targets = replaced ? ['POST', 'PUT'] : ['POST'];
    const send = (method: string, sent: Body) =>
      method === 'POST' ? client.post(path, sent) : client.put(`${path}/${id}`, sent);
    const make = (method: string) => body(method === 'POST' ? `new-${++marks}` : 'known');
    const stored = async () => {
      const [counts] = await service.database.query<Record<string, string>>(
        `SELECT (SELECT count(*) FROM customers.persons) + (SELECT count(*) FROM customers.businesses) AS customers,
        (SELECT count(*) FROM accounts.external_accounts) AS accounts, (SELECT count(*) FROM transfers.transfers) AS transfers,
        (SELECT count(*) FROM platform.events) AS events, (SELECT count(*) FROM platform.tasks) AS tasks`,
      );
      return counts;
    };
    /** Every request is refused with the one error, which leads, and stores nothing. */
    const refusals = async (method: string, { code, field, values }: Refusals) => {
      const before = await stored();
      for (const value of values) {
        const answer = await send(method, withValue(make(method), field, value));
        const about = `${method} ${field} ${JSON.stringify(value)?.slice(0, 40)}`;
        expect([about, answer.status, answer.body['error_code'], errorsOf(answer)]).toEqual([
          about,
          400,
          code,
          [`${field} ${code}`],
        ]);
        expect(answer.body['message']).toEqual(expect.stringMatching(/ (is required|must be .{4})/));
      }
      expect(await stored()).toEqual(before);
    };

    beforeAll(async () => {
      service = await startTestService();
      client = await service.client();
      await client.post(businesses.path, business('owner'));
      await client.post(accounts.path, { ...account('owner', 'business') });
      const known = await client.post(path, body('known'));
      expect([known.status, known.text]).toEqual([200, expect.any(String)]);
      id = (Object.values(known.body)[0] as { id: string }).id;
    });
    afterAll(() => service.stop());

    it.each(targets)('may all be there, with %s', async (method) => {
      const answer = await send(method, make(method));
      expect([answer.status, answer.body['error_code']]).toEqual([200, undefined]);
    });

    describe.each(targets)('with %s', (method) => {
      it.each(fields.map((each) => [each.field, each] as const))(
        '%s is missed, or not, as it should be',
        async (field, { missing }) => {
          if (missing !== undefined) return refusals(method, { code: missing, field, values: [undefined, null] });
          for (const nothing of field.endsWith('.value') ? [] : [undefined, null]) {
            const answer = await send(method, withValue({ ...make(method), contacts: undefined }, field, nothing));
            expect([answer.status, errorsOf(answer)]).toEqual([200, []]);
          }
        },
      );

      it.each(fields.map((each) => [each.field, each] as const))(
        '%s is taken inside its bounds',
        async (field, { takes }) => {
          for (const value of takes) {
            const sent = withValue(make(method), field, value);
            const answer = await send(method, sent);
            expect([value, answer.status, errorsOf(answer)]).toEqual([value, 200, []]);
          }
        },
      );

      it.each(fields.map((each) => [each.field, each] as const))(
        '%s is refused outside its bounds',
        (field, { invalid, refuses }) => refusals(method, { code: invalid, field, values: refuses }),
      );

      it('all errors of a body are listed in the order of the interface, in whatever order it was sent', async () => {
        const before = await stored();
        expect(errorsOf(await send(method, {}))).toEqual(empty);
        const roots = fields.filter(({ field }) => !/[.[]/.test(field));
        // A wrong type of a contact would change the code of its value.
        const leaves = fields.filter(({ field }) => !/^(addresses|contacts)$|^contacts.*type$/.test(field));
        for (const wrong of [roots, leaves]) {
          const sent = wrong.reduce((body, { field, refuses: [value] }) => withValue(body, field, value), make(method));
          const reversed = Object.fromEntries(Object.entries(sent).reverse());
          const answer = await send(method, reversed);
          expect(errorsOf(answer)).toEqual(wrong.map(({ field, invalid }) => `${field} ${invalid}`));
          expect([answer.status, answer.body['error_code']]).toEqual([400, wrong[0]!.invalid]);
        }
        expect(await stored()).toEqual(before);
      });

      it('no message repeats what was sent', async () => {
        const secret = 'kX9-quoted-back';
        const leaves = fields.filter(({ field }) => !/^(addresses|contacts)$/.test(field));
        const sent = leaves.reduce((body, { field }) => withValue(body, field, [secret]), make(method));
        const answer = await send(method, sent);
        expect([answer.status, answer.text.includes(secret)]).toEqual([400, false]);
      });
    });
  },
);

describe('what no single field tells', () => {
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
        const answer = await client.post(transfers.path, { ...body, [side]: wrong });
        expect(errorsOf(answer)).toEqual([`${side} invalid_${side}_account_reference_id`]);
      }
      const fields = ['account_reference_id', 'customer_reference_id'];
      expect(errorsOf(await client.post(transfers.path, { ...body, [side]: {} }))).toEqual(
        fields.map((field) => `${side}.${field} missing_${side}_${field}`),
      );
    },
  );

  it('a transfer without any party misses both', async () => {
    const body = { ...transfers.body('nobody'), source: null, destination: null };
    expect(errorsOf(await client.post(transfers.path, body))).toEqual(['source missing_source_and_destination']);
  });

  it.each([persons, businesses])('two contacts of one type are one too many in $path', async ({ path, body }) => {
    const contacts = [1, 2].map((n) => ({ type: 'email', value: `jane${n}@example.com` }));
    const answer = await client.post(path, { ...body('twice'), contacts });
    expect(errorsOf(answer)).toEqual(['contacts[1].type duplicate_contacts_type']);
  });

  it('a person has no website', async () => {
    const contacts = [{ type: 'website', value: 'www.acme.com' }];
    const answer = await client.post(persons.path, { ...persons.body('site'), contacts });
    expect(errorsOf(answer)).toEqual(['contacts[0].type invalid_contacts_type']);
  });

  it.each([persons, businesses])(
    'a phone number or an e-mail address has a value, in $path',
    async ({ path, body }) => {
      for (const type of ['phone', 'email']) {
        const answer = await client.post(path, { ...body('valueless'), contacts: [{ type }] });
        expect(errorsOf(answer)).toEqual(['contacts[0].value missing_contacts_value']);
      }
    },
  );
});
