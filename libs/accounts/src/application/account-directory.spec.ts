import { ExternalAccount } from '../domain/external-account.js';
import { KnownAccounts } from './account-directory.js';

const NOW = new Date('2026-01-05T10:00:00Z');
const JUDGED = { routing_number: '011000028', account_number: '123456789' };

/** Whether an account with these numbers is rejected for what was found of others. */
async function isRejected(numbers: typeof JUDGED): Promise<boolean> {
  const account = ExternalAccount.register(
    {
      ...{ account_reference_id: 'jane-checking', customer_reference_id: 'jane', customer_resource_type: 'person' },
      ...{ account_type: 'checking', account_holder_name: 'Jane Doe', ...numbers },
    },
    { id: 'a', now: NOW },
  );
  const saved: unknown[] = [];
  const accounts = { find: () => Promise.resolve(account), saveStatus: (all: unknown[]) => void saved.push(...all) };
  const outbox = { publish: () => Promise.resolve() };
  const [known, written] = [accounts, outbox] as unknown as ConstructorParameters<typeof KnownAccounts>;
  await new KnownAccounts(known, written, { now: () => NOW, elapsedMs: () => 0 }).reject('a', JUDGED, 'closed');
  return saved.length > 0 && account.snapshot().status === 'rejected';
}

describe(`${KnownAccounts.name}.reject`, () => {
  it('is about the numbers that were verified, with or without hyphens', async () => {
    expect(await isRejected({ ...JUDGED, account_number: '1234-56789' })).toBe(true);
  });

  it.each([{ account_number: '987654321' }, { routing_number: '021000021' }])(
    'leaves an account alone that has %j by now',
    async (changed) => expect(await isRejected({ ...JUDGED, ...changed })).toBe(false),
  );
});
