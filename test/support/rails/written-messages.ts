import { type Camt056, writeCamt056 } from '../../../libs/rails/src/domain/iso20022/camt-056.js';
import type { InstantPayment } from '../../../libs/rails/src/domain/iso20022/instant-payment.js';
import type { NetworkMessage } from '../../../libs/rails/src/domain/iso20022/network-message.js';
import { type Pacs008, writePacs008 } from '../../../libs/rails/src/domain/iso20022/pacs-008.js';
import { type Pacs028, writePacs028 } from '../../../libs/rails/src/domain/iso20022/pacs-028.js';
import { type Pain001, writePain001 } from '../../../libs/rails/src/domain/iso20022/pain-001.js';

const at = new Date('2026-11-23T14:05:00Z');
const uetr = '8a562c67-ca16-48ba-b074-65581be6f011';
const address = {
  ...{
    street: 'Caf\u00e9 Street',
    building_number: '12',
    line: 'Suite 4',
    postal_code: '60532',
    city: 'Lisle',
    state: 'IL',
    country: 'US',
  },
};

/** A payment with everything that a message can say. */
export const aPayment = (changes: Partial<InstantPayment> = {}): InstantPayment & { readonly uetr: string } => ({
  ...{
    id: '0198f2d0-6c1e-7c1b-8a57-3f6f5d1c2b3a',
    end_to_end_id: 'T0198F2D06C1E7C1B8A573F6F5D1C2B3A1',
    amount: 1_250n,
  },
  payee: { name: 'Zo\u00eb & Sons <Best>', address },
  account: { routing_number: '231380104', account_number: '744-5678', type: 'checking' },
  description: 'Invoice 4711',
  ...changes,
  uetr,
});

const payer = {
  party: { name: 'ACME CORP', address },
  account: { routing_number: '091000019', account_number: '1234567' },
};

export const writtenPain001 = (changes: Partial<Pain001> = {}): Buffer =>
  writePain001({
    ...{ version: 'pain.001.001.03', message_id: 'M202611230001ABCDEFGHJKMNPQRSTVWX', created_at: at },
    ...{ execution_date: '2026-11-23', initiator: { name: 'ACME CORP', client_id: 'ACME1' }, payer },
    service: {
      service_level: 'URNS',
      local_instrument: { proprietary: 'RTP' },
      category_purpose: null,
      charge_bearer: 'SLEV',
    },
    payments: [aPayment()],
    ...changes,
  });

const fedNow: NetworkMessage = {
  ...{ network: 'fednow', message_id: '20261123091000019ABCDEFGHJKMNPQRSTV', created_at: at },
  relay_adds: [],
  ...{ from: '091000019', sender: '091000019', to: '231380104', operator: '021150706' },
};
const rtp: NetworkMessage = {
  ...{ network: 'rtp', message_id: 'M20261123091000019A1BACM00000000001', created_at: at },
  relay_adds: [],
  ...{ from: '091000019', sender: '091000019A1', to: '231380104', operator: '990000001S1' },
};
const transaction_id = '20261123091000019A1BACME00000000001';

export const writtenPacs008 = (network: 'fednow' | 'rtp', changes: Partial<Pacs008> = {}): Buffer =>
  writePacs008({
    ...(network === 'fednow' ? fedNow : rtp),
    ...{ payer, payment: aPayment(), transaction_id: network === 'rtp' ? transaction_id : null },
    ...{ purpose: 'business', category_purpose: null, settlement_date: '2026-11-23' },
    ...changes,
  });

export const aboutPayment = (network: 'fednow' | 'rtp'): Pacs028 => ({
  ...(network === 'fednow' ? fedNow : rtp),
  original: { message_id: 'M20261123091000019A1BACM00000000001', definition: 'pacs.008.001.08', created_at: at },
  payment: {
    ...{
      instruction_id: network === 'rtp' ? transaction_id : 'I1',
      end_to_end_id: 'E2E-1',
      transaction_id: network === 'rtp' ? transaction_id : null,
      uetr,
      clearing_reference: network === 'rtp' ? 'TCH000000001' : null,
    },
    ...{ amount: 1_250n, settlement_date: '2026-11-23' },
  },
});

export const writtenPacs028 = (network: 'fednow' | 'rtp', changes: Partial<Pacs028> = {}): Buffer =>
  writePacs028({ ...aboutPayment(network), ...changes });

export const writtenCamt056 = (network: 'fednow' | 'rtp', changes: Partial<Camt056> = {}): Buffer =>
  writeCamt056({ ...aboutPayment(network), reason: 'DUPL', explanation: 'Sent twice', ...changes });
