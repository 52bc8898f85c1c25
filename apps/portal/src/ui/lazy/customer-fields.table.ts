import type { CustomerKind } from '../../api/types.js';
import { tCode } from '../../messages/t.js';
import type { FormField } from '../form-fields.js';
import { usStates } from './us-states.table.js';

const ENTITY_TYPES = [
  ...['limited_liability_company', 'c_corporation', 's_corporation', 'b_corporation', 'nonprofit_corporation'],
  ...['partnership', 'limited_liability_partnership', 'sole_proprietorship'],
];
const reference: FormField = {
  ...{ name: 'customer_reference_id', label: 'field.reference', kind: 'text', hint: 'newTransfer.referenceHint' },
};
const contacts: readonly FormField[] = [
  { name: 'email', label: 'field.email', kind: 'text', isOptional: true },
  { name: 'phone', label: 'field.phone', kind: 'text', isOptional: true },
];
const address: readonly FormField[] = [
  { name: 'address1', label: 'field.street', kind: 'text' },
  { name: 'address2', label: 'field.address2', kind: 'text', isOptional: true },
  { name: 'city', label: 'field.city', kind: 'text' },
  { name: 'state', label: 'field.state', kind: 'choice', options: usStates.map((state) => [state, state] as const) },
  { name: 'zip5', label: 'field.zip', kind: 'text' },
];

interface Section {
  readonly id: 'who' | 'address' | 'contact';
  readonly fields: readonly FormField[];
}

/** The fields of a new customer by what they are about. */
export const customerSections: Readonly<Record<CustomerKind, readonly Section[]>> = {
  persons: [
    {
      id: 'who',
      fields: [
        { name: 'first_name', label: 'field.firstName', kind: 'text' },
        { name: 'middle_name', label: 'field.middleName', kind: 'text', isOptional: true },
        { name: 'last_name', label: 'field.lastName', kind: 'text' },
        { name: 'date_of_birth', label: 'field.born', kind: 'date' },
        { name: 'social_security_number', label: 'field.ssn', kind: 'secret', isOptional: true },
        reference,
      ],
    },
    { id: 'address', fields: address },
    { id: 'contact', fields: contacts },
  ],
  businesses: [
    {
      id: 'who',
      fields: [
        { name: 'legal_name', label: 'field.legalName', kind: 'text' },
        { name: 'business_name', label: 'field.businessName', kind: 'text', isOptional: true },
        {
          ...{ name: 'entity_type', label: 'field.entityType', kind: 'choice' },
          options: ENTITY_TYPES.map((type) => [type, tCode('entity', type)] as const),
        },
        { name: 'tax_id', label: 'field.ein', kind: 'secret', hint: 'newCustomer.einHint' },
        reference,
      ],
    },
    { id: 'address', fields: address },
    { id: 'contact', fields: contacts },
  ],
};
