import type { CustomerDirectory, KnownCustomer } from '@payments/customers';
import { workContext } from '@payments/observability';
import type { Tenant } from '@payments/observability';
import type { AccountInput } from '../domain/external-account.js';
import { AccountOwners } from './account-owners.js';

const tenant = { enterpriseId: 'e', enterpriseName: 'Acme' } as Tenant;
const known: Readonly<Record<string, KnownCustomer>> = {
  jane: { customer_id: 'p', customer_type: 'person', status: 'created' },
  shop: { customer_id: 'b', customer_type: 'business', status: 'verified' },
  gone: { customer_id: 'g', customer_type: 'person', status: 'closed' },
};
const directory: CustomerDirectory = {
  findByReference: async (reference) => known[reference],
  referenceOf: async () => undefined,
};

const ownerOf = (customer_resource_type: string, customer_reference_id: string, mayBeClosed = false) =>
  workContext.run({ requestId: '-', tenant }, () =>
    new AccountOwners(directory).idOf({ customer_resource_type, customer_reference_id } as AccountInput, {
      mayBeClosed,
    }),
  );

describe(AccountOwners.name, () => {
  it.each([
    ['person', 'jane', 'p'],
    ['business', 'shop', 'b'],
    ['enterprise', 'Acme', 'e'],
  ])('can be a %s with the reference %s, found as %s', async (type, reference, id) => {
    await expect(ownerOf(type, reference)).resolves.toBe(id);
  });

  it.each([
    ['person', 'nobody'],
    ['person', 'gone'],
    ['person', 'shop'],
    ['business', 'jane'],
    ['person', 'Acme'],
    ['enterprise', 'jane'],
    ['enterprise', 'acme'],
  ])('cannot be a %s with the reference %s here', async (type, reference) => {
    await expect(ownerOf(type, reference)).rejects.toMatchObject({ code: 'invalid_customer_reference_id' });
  });

  it('can be closed if the account keeps its owner', async () => {
    await expect(ownerOf('person', 'gone', true)).resolves.toBe('g');
    await expect(ownerOf('business', 'gone', true)).rejects.toMatchObject({ code: 'invalid_customer_reference_id' });
  });
});
