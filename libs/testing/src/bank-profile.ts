type Json = Record<string, unknown>;

export const ENTERPRISE = '0198f2d0-6c1e-7c1b-8a57-3f6f5d1c2b3a';

/** A profile with one connection that breaks no rule: every key that has no default. */
export function bankProfile(changes: Json = {}): Json {
  return { connections: [bankConnection(changes)] };
}

export function bankConnection(changes: Json = {}): Json {
  return {
    name: 'first-bank',
    odfi: { routing_number: '091000019', name: 'FIRST BANK' },
    header: {
      ...{ immediate_destination: '091000019', immediate_destination_name: 'FIRST BANK' },
      ...{ immediate_origin: '1234567890', immediate_origin_name: 'ACME CORP' },
    },
    settlement_account: {
      ...{ routing_number: '091000019', account_number: { env: 'SETTLEMENT_ACCOUNT' } },
      ...{ type: 'checking', currency: 'USD' },
    },
    companies: [bankCompany()],
    rails: { ach: 'ach', same_day_ach: 'ach', rtp: 'off', fednow: 'off' },
    windows: [
      { rail: 'same_day_ach', cutoff: '10:00', effective_in_banking_days: 0, settles: '13:00' },
      { rail: 'ach', cutoff: '20:00', effective_in_banking_days: 1, settles: '08:30' },
    ],
    channel: { kind: 'directory', root: '/var/spool/bank' },
    outbound: { directory: '/inbound', name: '{origin}_{date}_{time}_{modifier}.ach' },
    inbound: [{ directory: '/outbound' }],
    ...changes,
  };
}

export function bankCompany(changes: Json = {}): Json {
  return {
    ...{ enterprise_id: ENTERPRISE, company_id: '1234567890', company_name: 'ACME CORP' },
    sec: { person_credit: 'PPD', person_debit: 'WEB', business_credit: 'CCD', business_debit: 'CCD' },
    entry_descriptions: { credit: 'PAYMENT', debit: 'PURCHASE' },
    identities: [],
    address: {
      ...{ street: 'Main Street', building_number: '1', line: null },
      ...{ postal_code: '60532', city: 'Lisle', state: 'IL', country: 'US' },
    },
    ...changes,
  };
}
