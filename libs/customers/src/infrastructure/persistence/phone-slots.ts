import { workContext } from '@payments/observability';
import { currentTransaction } from '@payments/persistence';
import type { Contact } from '../../domain/contact.js';
import { sharedPhoneError } from '../../domain/customer.errors.js';

const SLOTS = 3;

/**
 * The statement that takes the first free slot of a phone number, for use in a WITH too. It returns no row when all
 * are taken, and also when another transaction took the chosen one first: a new statement then sees the next.
 */
export function takeSlot(parameters: {
  readonly enterpriseId: string;
  readonly customerId: string;
  readonly phone: string;
}) {
  const { enterpriseId, customerId, phone } = parameters;
  return `INSERT INTO customers.phone_slots (enterprise_id, phone, slot, customer_id)
    SELECT ${enterpriseId}::uuid, ${phone}::text, n, ${customerId}::uuid FROM generate_series(1, ${SLOTS}) AS n
    WHERE ${phone}::text IS NOT NULL AND NOT EXISTS (
      SELECT FROM customers.phone_slots taken
      WHERE taken.enterprise_id = ${enterpriseId}::uuid AND taken.phone = ${phone}::text AND taken.slot = n)
    ORDER BY n LIMIT 1
    ON CONFLICT DO NOTHING RETURNING slot`;
}

const TAKE_SLOT = takeSlot({ enterpriseId: '$1', phone: '$2', customerId: '$3' });

/**
 * Counts the customer as a user of the phone number of its contacts, if there is one.
 * @throws DomainError invalid_phone_value when it is one too many
 */
export async function holdPhone(customerId: string, contacts: readonly Contact[]): Promise<void> {
  const index = contacts.findIndex(({ type }) => type === 'phone');
  if (index < 0) return;
  const values = [workContext.enterpriseId(), contacts[index]?.value, customerId];
  for (let attempt = 1; attempt <= SLOTS; attempt++) {
    const taken = await currentTransaction().query(TAKE_SLOT, values, 'claim-phone-slot');
    if (taken.length > 0) return;
  }
  throw sharedPhoneError(index);
}

/** Stops counting the customer. */
export async function releasePhone(customerId: string): Promise<void> {
  await currentTransaction().query(
    `DELETE FROM customers.phone_slots WHERE enterprise_id = $1 AND customer_id = $2`,
    [workContext.enterpriseId(), customerId],
    'release-phone-slot',
  );
}
