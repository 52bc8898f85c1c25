import { newId } from '@payments/kernel';
import { workContext } from '@payments/observability';
import type { ProbeState } from '../domain/probe.js';
import { newVerifyAccount } from '../domain/verify-account-state.js';
import { toInstruction } from './probe-instruction.js';

const NOW = new Date('2026-07-15T16:00:00Z');
const tenant = {
  enterpriseId: newId(),
  enterpriseName: 'Acme Payroll Services, Inc.',
  environment: 'production',
  settings: { require_api_key: false, customer_requirements: 'at_transfer', unique_account_details: false },
} as const;

function instruction(probe: Partial<ProbeState>, code?: string, sender_name?: string) {
  const numbers = { account_number: '1234-5678', routing_number: '021000021', account_holder_name: 'Jane Doe' };
  const account = newVerifyAccount(
    { ...numbers, ...(sender_name !== undefined && { sender_name }) },
    { id: newId(), now: NOW },
  );
  const cent = { side: 'destination', rail: 'ach', amount: 1n, end_to_end_id: 'V1' } as const;
  return workContext.run({ requestId: 'test', tenant }, () =>
    toInstruction(account, { ...cent, ...probe } as ProbeState, code),
  );
}

describe(toInstruction.name, () => {
  it('describes a micro-entry as Nacha demands, with the code in the company name', () => {
    const { descriptor, statement_display_name, purpose } = instruction({ rail: 'same_day_ach' }, 'K7WQ');
    expect({ descriptor, statement_display_name, purpose }).toEqual({
      descriptor: 'ACCTVERIFY',
      statement_display_name: 'Acme Payro #K7WQ',
      purpose: 'account_verification',
    });
  });

  it('names the enterprise in sixteen characters without a code', () => {
    expect(instruction({}).statement_display_name).toBe('Acme Payroll Ser');
  });

  it('names another sender in letters that banks print', () => {
    expect(instruction({}, undefined, 'Zoë’s Shop*').statement_display_name).toBe('Zoe s Shop');
    expect(instruction({}, 'K7WQ', 'Zoë').statement_display_name).toBe('Zoe #K7WQ');
    for (const nothing of ['***', '0 0'])
      expect(instruction({}, undefined, nothing).statement_display_name).toBe('VERIFICATION');
  });

  it('puts the code of an instant payment into the remittance text', () => {
    expect(instruction({ rail: 'fednow' }, 'K7WQ')).toMatchObject({
      descriptor: 'ACCTVERIFY #K7WQ',
      statement_display_name: 'Acme Payroll Ser',
    });
  });

  it('is a prenote without an amount, and debits as a direct debit', () => {
    expect(instruction({ amount: 0n })).toMatchObject({ purpose: 'prenote', use_case: 'payout' });
    expect(instruction({ side: 'source' })).toMatchObject({
      purpose: 'account_verification',
      use_case: 'direct_debit',
    });
  });

  it('sends digits only', () => {
    expect(instruction({}).account_number).toBe('12345678');
  });
});
