import { defineErrors, DomainError } from '@payments/kernel';

/** Rules that persons and businesses share. */
export const customerErrors = defineErrors({
  duplicate_customer_reference_id: {
    kind: 'invalid',
    field: 'customer_reference_id',
    message: 'customer_reference_id is already in use by a person, a business or the enterprise. Choose another one.',
  },
  invalid_customer_reference_id: {
    kind: 'invalid',
    field: 'customer_reference_id',
    message:
      'customer_reference_id cannot be changed. Send the one that the resource was created with; an update by ' +
      'reference needs an existing one.',
  },
  invalid_phone_value: {
    kind: 'invalid',
    message: 'value must be a phone number that fewer than three persons or businesses use. Send another number.',
  },
  resource_closed: {
    kind: 'invalid',
    message: 'The resource is closed and can no longer be changed. Create a new one.',
  },
});

/** Too many customers share the phone number at this index of the contacts. */
export function sharedPhoneError(index: number): DomainError {
  const { code, message } = customerErrors.invalid_phone_value();
  return DomainError.ofFields([{ field: `contacts[${index}].value`, error_code: code, message }]);
}

export const personErrors = defineErrors({
  unknown_id: { kind: 'not_found', message: 'No person with this id exists.' },
});

export const businessErrors = defineErrors({
  unknown_id: { kind: 'not_found', message: 'No business with this id exists.' },
  missing_tax_id: { kind: 'invalid', field: 'tax_id', message: 'tax_id is required' },
  missing_tax_id_type: { kind: 'invalid', field: 'tax_id_type', message: 'tax_id_type is required' },
  missing_addresses: { kind: 'invalid', field: 'addresses', message: 'addresses is required' },
});

const line = (name: string) =>
  ({ kind: 'invalid', field: `addresses[].${name}`, message: `${name} is required` }) as const;

/** The missing fields of a new address; a patch can omit them only from an existing address. */
export const addressErrors = defineErrors({
  missing_address1: line('address1'),
  missing_city: line('city'),
  missing_state: line('state'),
  missing_country: line('country'),
  missing_zip5: line('zip5'),
});
