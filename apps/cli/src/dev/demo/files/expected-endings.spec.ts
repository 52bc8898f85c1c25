import type { PaymentsEvent } from '@payments/client';
import { ExpectedEndings } from './expected-endings.js';

const EXPECTED = {
  payout: { status: 'completed' },
  debit: { status: 'failed', network_reason_code: 'R01' },
} as const;

function event(transfer_reference_id: string, status: string, code?: string): PaymentsEvent {
  const status_reasons = code === undefined ? [] : [{ source: { network_reason_code: code } }];
  return { event_data: { transfer: { transfer_reference_id, status, status_reasons } } } as unknown as PaymentsEvent;
}

describe('ExpectedEndings', () => {
  it('are over when each transfer has ended as it should', () => {
    const endings = new ExpectedEndings(EXPECTED);
    expect(endings.take(event('debit', 'pending'))).toBe(false);
    expect(endings.take(event('debit', 'failed', 'R01'))).toBe(true);
    expect(endings.isOver).toBe(false);
    expect(endings.take(event('payout', 'completed'))).toBe(true);
    expect(endings.isOver).toBe(true);
  });

  it('leave out transfers of others', () => {
    const endings = new ExpectedEndings(EXPECTED);
    expect(endings.take(event('other', 'failed', 'R01'))).toBe(false);
  });

  it.each([
    ['a payout that comes back', event('payout', 'failed', 'R01')],
    ['a debit that comes back for another reason', event('debit', 'failed', 'R02')],
    ['a debit that fails without a code', event('debit', 'failed')],
  ])('refuse %s', (_case, failed) => {
    expect(() => new ExpectedEndings(EXPECTED).take(failed)).toThrow('failed');
  });
});
