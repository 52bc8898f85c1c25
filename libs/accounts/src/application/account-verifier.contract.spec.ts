import { reasonMessages } from '../domain/account-status.js';
import { ExternalAccount } from '../domain/external-account.js';
import { RulesAccountVerifier } from '../infrastructure/rules/rules-account-verifier.js';
import { SandboxAccountVerifier } from '../infrastructure/sandbox/sandbox-account-verifier.js';
import type { AccountVerifier } from './ports.js';

const now = new Date('2026-01-05T10:00:00Z');

function account(id: string, account_holder_name: string, routing_number = '021000021') {
  const customer = { customer_reference_id: 'jane', customer_resource_type: 'person' } as const;
  const numbers = { account_reference_id: id, account_type: 'checking', account_number: '123456789' } as const;
  const input = { ...customer, ...numbers, routing_number, account_holder_name };
  return ExternalAccount.register(input, { id, now }).snapshot();
}

const adapters: { name: string; make: () => AccountVerifier }[] = [
  { name: 'sandbox', make: () => new SandboxAccountVerifier() },
  { name: 'rules', make: () => new RulesAccountVerifier() },
];

/** The contract of every adapter, whatever its verdict. All adapters agree on these two accounts. */
describe.each(adapters)('the $name provider, as a verifier of accounts', ({ make }) => {
  const good = account('good', 'Jane Doe');
  const bad = account('bad', 'rejected account', '021000020');

  it('returns nothing for an empty request', async () => {
    expect((await make().verify([])).size).toBe(0);
  });

  it('returns one result per requested id, and no others', async () => {
    const outcomes = await make().verify([good, bad]);
    expect([...outcomes].map(([id, { status }]) => [id, status])).toEqual([
      ['good', 'verified'],
      ['bad', 'rejected'],
    ]);
  });

  it('returns the same results one by one and in another order', async () => {
    const verifier = make();
    const together = await verifier.verify([good, bad]);
    for (const each of [bad, good]) {
      expect((await verifier.verify([each])).get(each.id)).toEqual(together.get(each.id));
    }
  });

  it('returns reasons with a code and message only without verification', async () => {
    for (const { status, reasons } of (await make().verify([good, bad])).values()) {
      expect(reasons.length > 0).toBe(status !== 'verified');
      for (const { reason_code, reason_code_message } of reasons) {
        expect(Object.keys(reasonMessages)).toContain(reason_code);
        expect(reason_code_message).toMatch(/\S/);
      }
    }
  });

  it('does not reveal account numbers in its reasons', async () => {
    const reported = JSON.stringify([...(await make().verify([good, bad])).values()]);
    expect(reported).not.toMatch(/123456789|02100002/);
  });
});

describe('the rules provider', () => {
  it('rejects an account number of only zeros, with and without hyphens', async () => {
    for (const account_number of ['00000', '0-0-0-0']) {
      const outcomes = await new RulesAccountVerifier().verify([{ ...account('zeros', 'Jane Doe'), account_number }]);
      expect(outcomes.get('zeros')).toMatchObject({
        status: 'rejected',
        reasons: [{ reason_code: 'invalid_account' }],
      });
    }
  });
});
