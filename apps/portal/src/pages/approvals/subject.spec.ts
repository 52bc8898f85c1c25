import type { PaidAccount } from '../../api/types.js';
import { lastChangeOf } from '../../ui/lazy/paid-account.js';
import { hasOtherDetails, hindranceOf, partiesOf, progressOf, subjectOf } from './subject.js';

const party = (name: string) => ({
  account_reference_id: `${name}-checking`,
  customer_reference_id: name,
  account_id: `id-of-${name}`,
  details_version: 2,
});

describe('subjectOf', () => {
  it('takes amount and parties from a transfer, and keeps everything else', () => {
    const subject = subjectOf({
      subject_id: 'id',
      subject: {
        ...{ transfer_reference_id: 'payout-1', amount: 12_500, currency: 'USD', speed: 'asap' },
        ...{ destination: party('northwind'), new_member: { of: 'the API' } },
      },
    });
    expect(subject).toEqual({
      ...{ title: 'payout-1', cents: 12_500, source: undefined },
      destination: {
        ...{ account: 'northwind-checking', customer: 'northwind', accountId: 'id-of-northwind' },
        paid: party('northwind'),
      },
      others: [
        ['speed', 'asap'],
        ['new_member', '{"of":"the API"}'],
      ],
    });
    expect(partiesOf(subject)).toBe('northwind');
  });

  it('names a schedule by its reference', () =>
    expect(subjectOf({ subject_id: 'id', subject: { schedule_reference_id: 'rent', amount: 5 } })).toMatchObject({
      ...{ title: 'rent', cents: 5, others: [] },
    }));

  it('names the subledgers of a book transfer, which are no accounts', () => {
    const source = { subledger_id: 'id-of-wallet', subledger_reference_id: 'wallet', customer_reference_id: 'jane' };
    const subject = subjectOf({
      subject_id: 'id',
      subject: { book_transfer_reference_id: 'move-1', amount: 5, source },
    });
    expect(subject).toMatchObject({ title: 'move-1', source: undefined, others: [['source', 'wallet (jane)']] });
    expect(partiesOf(subject)).toBe('');
  });

  it('shows all of a subject that it does not know', () => {
    const { title, cents, others } = subjectOf({ subject_id: 'id', subject: { role: 'admin' } });
    expect([title, cents, others]).toEqual(['id', undefined, [['role', 'admin']]]);
  });
});

describe('the accounts of an approval', () => {
  const details: PaidAccount['paid'] = {
    ...{ customer_reference_id: 'northwind', customer_resource_type: 'business', account_holder_name: 'Northwind' },
    ...{ account_type: 'checking', routing_number: '021000021', account_number: '··6789', fingerprint: 'f' },
    ...{ details_version: 1, changed_at: '2026-01-31T17:04:05.123Z' },
  };
  const account = (changes: Partial<PaidAccount> = {}): PaidAccount => ({
    ...{ side: 'destination', account_id: 'id', status: 'verified', differences: [], paid: details, current: details },
    ...{ recent_changes: [details], ...changes },
  });

  it('warn where the details are others by now', () => {
    expect(hasOtherDetails({ accounts: [account()] })).toBe(false);
    expect(hasOtherDetails({ accounts: [account(), account({ differences: ['account_number'] })] })).toBe(true);
    expect(hasOtherDetails({})).toBe(false);
  });

  it('name their last change, which is not that they were added', () => {
    const changed = { ...details, details_version: 2, changed_by: 'amy' };
    expect(lastChangeOf(account())).toBeUndefined();
    expect(lastChangeOf(account({ recent_changes: [changed, details] }))).toBe(changed);
  });
});

describe('progressOf', () => {
  it('counts the policy that lacks the most', () => {
    const policy = (required: number, given: number) => ({ id: 'p', name: 'p', required, given });
    expect(progressOf({ policies: [policy(1, 1), policy(3, 1), policy(2, 1)] })).toEqual({ given: 1, of: 3 });
  });
});

describe('hindranceOf', () => {
  const open = { status: 'pending', requested_by: 'jdoe', decisions: [] } as const;
  const decision = { user: 'amy', decision: 'approve', decided_at: '2026-01-31T17:04:05.123Z' } as const;

  it('stops the maker, whoever has decided, and everybody once it is closed', () => {
    expect(hindranceOf({ ...open, decisions: [] }, 'amy')).toBeUndefined();
    expect(hindranceOf({ ...open, decisions: [] }, 'jdoe')).toBe('own');
    expect(hindranceOf({ ...open, decisions: [decision] }, 'amy')).toBe('decided');
    expect(hindranceOf({ ...open, status: 'approved', decisions: [] }, 'amy')).toBe('closed');
  });
});
