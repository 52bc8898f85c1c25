import { t, tCode } from '../messages/t.js';
import type { FormField } from './form-fields.js';

export const accountFields: readonly FormField[] = [
  {
    ...{ name: 'customer_resource_type', label: 'customers.kind', kind: 'choice' },
    options: [
      ['business', t('customers.business')],
      ['person', t('customers.person')],
      ['enterprise', t('customers.enterprise')],
    ],
  },
  { name: 'customer_reference_id', label: 'field.customerReference', kind: 'text' },
  { name: 'account_holder_name', label: 'field.holder', kind: 'text' },
  {
    ...{ name: 'account_type', label: 'field.type', kind: 'choice' },
    options: ['checking', 'savings'].map((type) => [type, tCode('accountType', type)] as const),
  },
  { name: 'routing_number', label: 'field.routing', kind: 'text', hint: 'newAccount.routingHint' },
  { name: 'account_number', label: 'field.accountNumber', kind: 'secret', hint: 'newAccount.numberHint' },
  { name: 'account_reference_id', label: 'field.reference', kind: 'text', hint: 'newTransfer.referenceHint' },
];
