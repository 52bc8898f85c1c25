import type { PaymentsClient } from '@payments/client';
import type { ProgressView } from './progress-view.js';

/** Who a demo pays, and where. */
export interface DemoParty {
  readonly customer_reference_id: string;
  readonly account_reference_id: string;
}

/** Registers a business and its account. @param mark keeps the reference ids of demos apart */
export async function registerParty(payments: PaymentsClient, view: ProgressView, mark: string): Promise<DemoParty> {
  const customer_reference_id = `demo-${mark}`;
  const account_reference_id = `demo-account-${mark}`;
  await payments.businesses.create({
    customer_reference_id,
    legal_name: 'Northwind Trading LLC',
    entity_type: 'limited_liability_company',
    tax_id: '123456789',
    tax_id_type: 'ein',
    addresses: [
      {
        type: 'legal',
        address1: '500 Market Street',
        city: 'San Francisco',
        state: 'CA',
        country: 'US',
        zip5: '94105',
      },
    ],
  });
  view.step(`POST /deliver/businesses registered ${customer_reference_id}`);
  await payments.accounts.create({
    account_reference_id,
    customer_reference_id,
    customer_resource_type: 'business',
    account_type: 'checking',
    account_number: '1234567890',
    routing_number: '021000021',
    account_holder_name: 'Northwind Trading LLC',
  });
  view.step(`POST /deliver/external/accounts registered ${account_reference_id}`);
  return { customer_reference_id, account_reference_id };
}
