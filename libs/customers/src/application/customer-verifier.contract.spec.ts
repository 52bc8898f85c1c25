import { FixedClock } from '@payments/kernel';
import { Business } from '../domain/business.js';
import { reasonMessages } from '../domain/customer-status.js';
import { Person } from '../domain/person.js';
import { ListScreener } from '../infrastructure/rules/list-screener.js';
import { RulesCustomerVerifier } from '../infrastructure/rules/rules-customer-verifier.js';
import { parseScreeningList } from '../infrastructure/rules/screening-list.js';
import { Screening } from '../infrastructure/rules/screening.js';
import { SandboxCustomerVerifier } from '../infrastructure/sandbox/sandbox-customer-verifier.js';
import type { CustomerVerifier, VerificationSubject } from './ports.js';

const clock = new FixedClock(new Date('2026-01-05T10:00:00Z'));
const now = clock.now();
const home = { type: 'home', address1: '1 Elm St', city: 'Reno', state: 'NV', country: 'US', zip5: '89501' };

function person(id: string, first_name: string, last_name: string): VerificationSubject {
  const own = { first_name, last_name, date_of_birth: '1980-01-01', addresses: [home] };
  return { type: 'person', state: Person.register({ customer_reference_id: id, ...own }, { id, now }).snapshot() };
}

function business(id: string, legal_name: string): VerificationSubject {
  const input = { customer_reference_id: id, legal_name };
  return { type: 'business', state: Business.register(input, { id, now }).snapshot() };
}

const list = `ent_num,SDN_Name,list
1,rejected person,alertlist
2,restricted person,watchlist
3,rejected business,alertlist
4,restricted business,watchlist
`;

interface Adapter {
  readonly name: string;
  make(): CustomerVerifier | Promise<CustomerVerifier>;
}

const adapters: Adapter[] = [
  { name: 'sandbox', make: () => new SandboxCustomerVerifier() },
  {
    name: 'rules',
    make: async () => {
      const screening = await Screening.build(await parseScreeningList(list));
      const lists = { current: { screening, digest: '' } };
      return new RulesCustomerVerifier(
        new ListScreener({ lists, archive: { keep: async () => undefined }, clock }),
        clock,
      );
    },
  },
];

/** The contract of every adapter, whatever its verdict. All adapters agree on these names. */
describe.each(adapters)('the $name provider, as a verifier of customers', ({ make }) => {
  const expected = new Map([
    ['good-person', 'verified'],
    ['good-business', 'verified'],
    ['bad-person', 'rejected'],
    ['bad-business', 'rejected'],
    ['listed-person', 'restricted'],
    ['listed-business', 'restricted'],
  ]);
  const subjects = [
    person('good-person', 'Jane', 'Doe'),
    business('good-business', 'Northwind Trading LLC'),
    person('bad-person', 'rejected', 'person'),
    business('bad-business', 'rejected business'),
    person('listed-person', 'restricted', 'person'),
    business('listed-business', 'restricted business'),
  ];

  it('returns nothing for an empty request', async () => {
    expect((await (await make()).verify([])).size).toBe(0);
  });

  it('returns one result per requested id, and no others', async () => {
    const outcomes = await (await make()).verify(subjects);
    expect(new Map([...outcomes].map(([id, { status }]) => [id, status]))).toEqual(expected);
  });

  it('returns the same results one by one and in another order', async () => {
    const verifier = await make();
    const together = await verifier.verify(subjects);
    for (const subject of [...subjects].reverse()) {
      const { id } = subject.state;
      expect((await verifier.verify([subject])).get(id)).toEqual(together.get(id));
    }
  });

  it('returns reasons with a code and message only without verification', async () => {
    for (const { status, reasons } of (await (await make()).verify(subjects)).values()) {
      expect(reasons.length > 0).toBe(status !== 'verified');
      for (const { reason_code, reason_code_message } of reasons) {
        expect(Object.keys(reasonMessages)).toContain(reason_code);
        expect(reason_code_message).toMatch(/\S/);
      }
    }
  });

  it('does not reveal customer data in its reasons', async () => {
    const reported = JSON.stringify([...(await (await make()).verify(subjects)).values()]);
    expect(reported).not.toMatch(/1980|Elm|89501|-person|-business/);
  });
});
