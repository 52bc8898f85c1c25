import { newId } from '@payments/kernel';
import { aLeg } from '@payments/testing';
import type { LegState, Side } from '../domain/leg.js';
import { reason } from '../domain/reason-codes.js';
import { BEGINNING } from '../domain/transfer-state.js';
import type { TransferState } from '../domain/transfer-state.js';
import { toTransferView } from './transfer.view.js';

const AT = new Date('2026-01-31T17:04:05.123Z');
const SECRET_ID = newId();
const GROUP_ID = newId();
const SCHEDULE_ID = newId();
const BULK_ID = '01a00000-0000-7000-8000-00000000000b';
const APPROVAL_ID = newId();

const full: TransferState = {
  ...BEGINNING,
  id: newId(),
  transfer_reference_id: 'payout-1',
  use_case: 'account_to_account',
  amount: 9_999_999_999n,
  currency: 'USD',
  speed: 'asap',
  source: {
    account_reference_id: 'a-1',
    customer_reference_id: 'c-1',
    statement_display_name: 'ACME',
    account_id: SECRET_ID,
    account_version: 7,
    was_verified: true,
  },
  destination: { account_reference_id: 'a-2', customer_reference_id: 'c-2', account_id: SECRET_ID, account_version: 7 },
  status: 'failed',
  status_reasons: [{ source: reason('closed_account') }],
  account_statement_descriptor: 'PAYROLL',
  estimated_funds_delivery_date: new Date('2026-02-02T00:00:00Z'),
  metadata: { department: 'payroll' },
  transfer_group_id: GROUP_ID,
  schedule_id: SCHEDULE_ID,
  subledger_reference_id: 'acme-wallet',
  bulk_transfer_id: BULK_ID,
  created_by: 'client_a',
  owner: 'ada',
  origin: 'schedule',
  gate: { passed: [], hold: { gate: 'approval', kind: 'approval', id: APPROVAL_ID, queue: 'q', status: 'rejected' } },
  sequence: 4,
  version: 5,
  created_at: AT,
  updated_at: AT,
};
const bare: TransferState = {
  ...full,
  source: null,
  status: 'created',
  status_reasons: [],
  account_statement_descriptor: null,
  estimated_funds_delivery_date: null,
  metadata: null,
  transfer_group_id: null,
  schedule_id: null,
  subledger_reference_id: null,
  bulk_transfer_id: null,
  created_by: null,
  gate: null,
};

const ofFull = (side: Side, changes: Partial<LegState> = {}): LegState =>
  aLeg({ transfer_id: full.id, side, amount: full.amount, account_id: SECRET_ID, created_at: AT, ...changes });

describe('a transfer as it is shown', () => {
  it('has the fields of the interface and no other', () => {
    const legs = [ofFull('source', { trace_number: 't-1', return_trace_number: 'r-1' }), ofFull('destination')];
    expect(toTransferView(full, legs)).toEqual({
      id: full.id,
      transfer_reference_id: 'payout-1',
      amount: 9_999_999_999,
      currency: 'USD',
      speed: 'asap',
      source: {
        account_reference_id: 'a-1',
        customer_reference_id: 'c-1',
        statement_display_name: 'ACME',
        trace_number: 't-1',
        return_trace_number: 'r-1',
      },
      destination: { account_reference_id: 'a-2', customer_reference_id: 'c-2' },
      status: 'failed',
      status_reasons: full.status_reasons,
      account_statement_descriptor: 'PAYROLL',
      estimated_funds_delivery_date: '2026-02-02T00:00:00.000Z',
      created_at: '2026-01-31T17:04:05.123Z',
      updated_at: '2026-01-31T17:04:05.123Z',
      metadata: { department: 'payroll' },
      transfer_group_id: GROUP_ID,
      schedule_id: SCHEDULE_ID,
      subledger_reference_id: 'acme-wallet',
      bulk_transfer_id: BULK_ID,
      created_by: 'client_a',
      approval: { id: APPROVAL_ID, status: 'rejected' },
    });
  });

  it('never shows the id of an account, its version or anything else that is ours', () => {
    const text = JSON.stringify(toTransferView(full, [ofFull('source'), ofFull('destination')]));
    expect(text).not.toContain(SECRET_ID);
    expect(text).not.toMatch(
      /account_id|account_version|was_verified|sequence|"version|use_case|end_to_end_id|batch_id|rail"|attempt|window_at|hold_until/,
    );
  });

  it('does not show fields added to a party or to the state', () => {
    const grown = { ...full, internal: 'x', source: { ...full.source!, account_number: '123456789' } };
    expect(JSON.stringify(toTransferView(grown, []))).not.toMatch(/internal|account_number|123456789/);
  });

  it('leaves out what has no value', () => {
    expect(Object.keys(toTransferView(bare, []))).toEqual([
      'id',
      'transfer_reference_id',
      'amount',
      'currency',
      'speed',
      'destination',
      'status',
      'created_at',
      'updated_at',
    ]);
  });

  it('shows the trace number of each side at that side', () => {
    const legs = [ofFull('destination', { trace_number: 't-2' }), ofFull('source', { trace_number: 't-1' })];
    const { source, destination } = toTransferView(full, legs);
    expect([source!.trace_number, destination!.trace_number]).toEqual(['t-1', 't-2']);
  });
});
