import { addBankingDays, newYorkDate, newYorkInstant } from '@payments/kernel';
import { EnterpriseRails } from '../../libs/transfers/src/application/enterprise-rails.js';
import { fedAchRails } from '../../libs/transfers/src/domain/rails.js';
import type { OfferedRails } from '../../libs/transfers/src/domain/rails.js';
import type { ApiClient } from '../support/api-client.js';
import { aDirectDebit, aPayout, untilStatus } from '../support/parties.js';
import type { Party } from '../support/parties.js';
import { FROZEN, verifiedParty } from '../support/sandbox.js';
import { startTestService } from '../support/service.js';
import type { TestService } from '../support/service.js';

const EVERYTHING = fedAchRails(15);
/** Next-day ACH alone, taken until 20:00 of the day before. */
const ACH_ONLY: OfferedRails = {
  carried: new Set(['ach']),
  schedule: {
    leadMinutes: 20,
    windows: [{ rail: 'ach', cutoff: '20:00', effective_in_banking_days: 1, settles: '08:30' }],
  },
};

describe('EnterpriseRails', () => {
  let service: TestService;
  let limited: ApiClient;
  let other: ApiClient;
  let payee: Party;

  beforeAll(async () => {
    service = await startTestService(FROZEN);
    limited = await service.client();
    other = await service.client();
    const { enterprise_id } = limited.credentials;
    const offered = { of: (id: string) => (id === enterprise_id ? ACH_ONLY : EVERYTHING) };
    for (const process of [service.api, await service.startWorker()]) {
      Object.assign(process.get(EnterpriseRails, { strict: false }), offered);
    }
    payee = await verifiedParty(limited);
  });
  afterAll(() => service.stop());

  const reasons = async (client: ApiClient) => {
    const response = await client.post('/deliver/eligibility', { routing_number: '021000021' });
    const { rails } = response.body['eligibility'] as { rails: { rail: string; reason?: string }[] };
    return rails.filter(({ reason }) => reason === 'not_offered').map(({ rail }) => rail);
  };
  const created = async (body: Record<string, unknown>) => {
    const response = await limited.post('/deliver/transfers', body);
    return (response.body['transfer'] as { id: string }).id;
  };
  interface Leg {
    readonly rail: string;
    readonly window_at: string;
    readonly effective_date: string;
    readonly attempts: readonly { readonly candidates: readonly { rail: string; why: string }[] }[];
  }
  const firstLeg = async (id: string) => {
    const response = await limited.get(`/deliver/transfers/${id}/explain`);
    return (response.body['explanation'] as { legs: Leg[] }).legs[0]!;
  };

  it('of one enterprise show in its eligibility, and in no other', async () => {
    expect(await reasons(limited)).toEqual(['rtp', 'fednow', 'same_day_ach']);
    expect(await reasons(other)).toEqual([]);
  });

  it('determine the rail and the window, and the explanation says so', async () => {
    const id = await created(aDirectDebit(payee, { speed: 'asap' }));
    await untilStatus(limited, id, 'pending');
    const leg = await firstLeg(id);
    expect(leg.attempts[0]!.candidates.map(({ rail, why }) => `${rail} ${why}`)).toEqual([
      'same_day_ach not_offered',
      'ach chosen',
    ]);
    const day = newYorkDate(new Date(leg.window_at));
    expect(leg).toMatchObject({
      rail: 'ach',
      window_at: newYorkInstant(day, '19:40').toISOString(),
      effective_date: addBankingDays(day, 1),
    });
  });

  it('fail a transfer whose speed has no rail', async () => {
    const id = await created(aPayout(payee, { speed: 'same_day' }));
    expect(await untilStatus(limited, id, 'failed')).toMatchObject({
      status_reasons: [{ destination: { reason_code: 'unsupported_transfer' } }],
    });
  });
});
