import type { ReasonCode } from '../../api/types.js';
import type { FilterField } from '../../ui/filters.js';

/** Every reason of the API, or this does not compile. */
const reasons: Readonly<Record<ReasonCode, true>> = {
  account_not_verified: true,
  approval_expired: true,
  approval_rejected: true,
  blocked_account: true,
  canceled_transfer: true,
  closed_account: true,
  debit_blocked: true,
  deceased_party: true,
  duplicated_transfer: true,
  enterprise_insufficient_funds: true,
  insufficient_funds: true,
  invalid_account: true,
  invalid_amount: true,
  invalid_field: true,
  invalid_routing: true,
  limit_exceeded: true,
  notification_of_change_1: true,
  notification_of_change_2: true,
  notification_of_change_3: true,
  notification_of_change_4: true,
  notification_of_change_5: true,
  notification_of_change_6: true,
  notification_of_change_7: true,
  notification_of_change_9: true,
  notification_of_change_13: true,
  regulatory_error: true,
  return_rate_exceeded: true,
  suspected_fraud: true,
  unauthorized_transfer: true,
  unavailable_financial_institution: true,
  unexpected_error: true,
  unsupported_transfer: true,
};

export const transferFilters: readonly FilterField[] = [
  {
    name: 'status',
    label: 'field.status',
    kind: 'choices',
    values: ['created', 'pending', 'completed', 'settled', 'failed'],
  },
  { name: 'transfer_reference_id', label: 'field.reference', kind: 'text' },
  { name: 'customer_reference_id', label: 'field.customerReference', kind: 'text' },
  { name: 'account_reference_id', label: 'field.accountReference', kind: 'text' },
  { name: 'reason_code', label: 'field.reason', kind: 'choice', values: Object.keys(reasons), texts: 'reason' },
  {
    name: 'use_case',
    label: 'condition.use_case',
    kind: 'choice',
    values: ['payout', 'direct_debit', 'deposit', 'account_to_account'],
    texts: 'useCase',
  },
  {
    name: 'speed',
    label: 'field.speed',
    kind: 'choice',
    values: ['standard', 'same_day', 'asap'],
    texts: 'speed',
  },
  {
    name: 'rail',
    label: 'field.rail',
    kind: 'choice',
    values: ['ach', 'same_day_ach', 'rtp', 'fednow'],
    texts: 'rail',
  },
  { name: 'amount_min', label: 'filter.least', kind: 'amount' },
  { name: 'amount_max', label: 'filter.most', kind: 'amount' },
  { name: 'transfer_group_id', label: 'field.group', kind: 'id' },
  { name: 'subledger_reference_id', label: 'subject.subledger_reference_id', kind: 'text' },
  { name: 'created_by', label: 'condition.created_by', kind: 'text' },
  { name: 'start_time', label: 'filter.from', kind: 'date' },
  { name: 'end_time', label: 'filter.to', kind: 'date' },
];

/** The columns that can be left out; the reference always stays. */
const columns = ['party', 'direction', 'amount', 'speed', 'status', 'arrives', 'created'];

/** What the address of the page may say: the filters, and the columns if not all are shown. */
export const transferSearch: readonly FilterField[] = [
  ...transferFilters,
  { name: 'columns', label: 'columns.button', kind: 'choices', values: columns },
];
