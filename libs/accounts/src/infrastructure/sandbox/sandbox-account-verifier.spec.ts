import { ExternalAccount } from '../../domain/external-account.js';
import { SandboxAccountVerifier } from './sandbox-account-verifier.js';

const now = new Date('2026-01-05T10:00:00Z');

function account(account_holder_name: string) {
  const customer = {
    customer_reference_id: 'jane',
    customer_resource_type: 'person',
    account_type: 'checking',
  } as const;
  const numbers = { account_number: '123456789', routing_number: '011000028', account_reference_id: 'a' };
  const input = { ...customer, ...numbers, account_holder_name };
  return ExternalAccount.register(input, { id: account_holder_name, now }).snapshot();
}

describe(SandboxAccountVerifier.name, () => {
  it('goes by the name of the holder, in either letter case', async () => {
    const names = ['rejected account', 'Restricted Account', 'closed account', 'Jane Doe', 'rejected accounts'];
    const outcomes = await new SandboxAccountVerifier().verify(names.map(account));
    expect(names.map((name) => outcomes.get(name)?.status)).toEqual([
      ...['rejected', 'restricted', 'closed', 'verified', 'verified'],
    ]);
  });

  it('takes no name for anything but a name', async () => {
    const names = ['constructor', '__proto__', 'toString'];
    const outcomes = await new SandboxAccountVerifier().verify(names.map(account));
    expect(names.map((name) => outcomes.get(name)?.status)).toEqual(names.map(() => 'verified'));
  });

  it('says why it does not verify', async () => {
    const outcomes = await new SandboxAccountVerifier().verify([account('closed account')]);
    expect(outcomes.get('closed account')?.reasons.map(({ reason_code }) => reason_code)).toEqual(['closed_account']);
  });
});
