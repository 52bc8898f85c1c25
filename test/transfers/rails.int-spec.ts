import { UnitOfWork } from '@payments/kernel';
import { workContext } from '@payments/observability';
import { Enterprises } from '@payments/persistence';
import type { Tenant } from '@payments/observability';
import { LoadParticipation } from '@payments/transfers';
import type { ParticipationEntry } from '@payments/transfers';
import type { ParticipationDirectory } from '../../libs/transfers/src/application/participation.js';
import {
  LoadedParticipation,
  nobodyParticipates,
} from '../../libs/transfers/src/infrastructure/directory/loaded-participation.js';
import { SandboxParticipation } from '../../libs/transfers/src/infrastructure/directory/sandbox-participation.js';
import { withApplication } from '../../apps/cli/src/support/application.js';
import type { ApiClient } from '../support/api-client.js';
import { startTestService } from '../support/service.js';
import type { TestService } from '../support/service.js';

const BOTH = { rtp: true, fednow: true };
const NEITHER = { rtp: false, fednow: false };
const ONLY_FEDNOW = { rtp: false, fednow: true };

const entry = (routing_number: string, participation: { rtp: boolean; fednow: boolean }): ParticipationEntry => ({
  routing_number,
  ...participation,
});

describe('the rails of a bank', () => {
  let service: TestService;
  let client: ApiClient;
  let tenant: Tenant;

  beforeAll(async () => {
    service = await startTestService();
    client = await service.client();
    tenant = await service.api.get(Enterprises, { strict: false }).get(client.credentials.enterprise_id);
  });
  afterAll(() => service.stop());

  /** As the command line does it: in a separate process. */
  const load = (entries: readonly ParticipationEntry[]) =>
    withApplication(service.options.config, (app) => app.get(LoadParticipation, { strict: false }).execute(entries));
  const asTenant = <T>(work: () => Promise<T>) => workContext.run({ requestId: 'test', tenant }, work);
  const unitOfWork = () => service.api.get(UnitOfWork, { strict: false });
  const rails = async (body: Record<string, unknown>) => {
    const response = await client.post('/deliver/eligibility', body);
    expect([response.text, response.status]).toEqual([expect.any(String), 200]);
    return (response.body['eligibility'] as { rails: { rail: string; eligible: boolean; reason?: string }[] }).rails;
  };
  const eligibleTo = async (routing_number: string) =>
    (await rails({ routing_number })).filter(({ rail, eligible }) => eligible && /rtp|fednow/.test(rail));

  describe.each([
    { adapter: 'of the sandbox', make: (): ParticipationDirectory => new SandboxParticipation(), entries: [] },
    {
      adapter: 'that was loaded',
      make: () => new LoadedParticipation(unitOfWork(), nobodyParticipates),
      entries: [entry('011000015', BOTH), entry('011000028', NEITHER), entry('011401533', ONLY_FEDNOW)],
    },
    {
      adapter: 'of the sandbox, as long as none was loaded',
      make: () => new LoadedParticipation(unitOfWork(), new SandboxParticipation()),
      entries: [],
    },
  ])('by the directory $adapter', ({ make, entries }) => {
    let directory: ParticipationDirectory;
    const of = (...routingNumbers: string[]) => asTenant(() => directory.of(routingNumbers));

    beforeAll(async () => {
      await load(entries);
      directory = make();
    });
    afterAll(() => load([]));

    it('are returned for every requested bank', async () => {
      const response = await of('011000015', '011000028', '011401533');
      expect(Object.fromEntries(response)).toEqual({
        '011000015': BOTH,
        '011000028': NEITHER,
        '011401533': ONLY_FEDNOW,
      });
    });

    it('are returned once for a repeated bank, and for an unknown one', async () => {
      const response = await of('999999999', '011401533', '999999999');
      expect([...response.keys()].sort()).toEqual(['011401533', '999999999']);
      expect(response.get('999999999')).toEqual({ rtp: expect.any(Boolean), fednow: expect.any(Boolean) });
    });

    it('are not returned when no bank is requested', async () => {
      expect((await of()).size).toBe(0);
    });

    it('are read in the current unit of work, without a second connection', async () => {
      const within = () => unitOfWork().run(() => directory.of(['011401533']));
      const responses = await Promise.all(Array.from({ length: 60 }, () => asTenant(within)));
      expect(responses.every((response) => response.get('011401533')?.fednow === true)).toBe(true);
    });
  });

  it('are those of ACH alone for a bank that a loaded directory does not name', async () => {
    expect(await eligibleTo('021000021')).toHaveLength(2);
    await load([entry('011000015', BOTH)]);
    expect(await eligibleTo('021000021')).toEqual([]);
    expect(await eligibleTo('011000015')).toHaveLength(2);
    await load([entry('021000021', ONLY_FEDNOW)]);
    expect([await eligibleTo('021000021'), await eligibleTo('011000015')]).toMatchObject([[{ rail: 'fednow' }], []]);
    await load([]);
    expect(await eligibleTo('021000021')).toHaveLength(2);
  });

  it('do not include ACH for a bank that the loaded FedACH directory does not have', async () => {
    const loadBanks = (...numbers: string[]) =>
      withApplication(service.options.config, (app) =>
        app
          .get(LoadParticipation, { strict: false })
          .banks(numbers.map((routing_number) => ({ routing_number, new_routing_number: null, name: 'A BANK' }))),
      );
    const reachedBy = async (routing_number: string) =>
      (await rails({ routing_number })).flatMap(({ rail, reason }) => (reason === 'not_participating' ? [] : [rail]));
    await load([entry('011401533', ONLY_FEDNOW)]);
    await loadBanks('011000015');
    expect([await reachedBy('011000015'), await reachedBy('011401533'), await reachedBy('021000021')]).toEqual([
      ['same_day_ach', 'ach'],
      ['fednow'],
      [],
    ]);
    await load([]);
    expect(await reachedBy('021000021')).toEqual(['rtp', 'fednow']);
    await loadBanks();
    expect(await reachedBy('021000021')).toEqual(['rtp', 'fednow', 'same_day_ach', 'ach']);
  });

  it('are replaced for one network, and stay for the other', async () => {
    const loadNetwork = (network: 'rtp' | 'fednow', ...numbers: string[]) =>
      withApplication(service.options.config, (app) =>
        app.get(LoadParticipation, { strict: false }).network(network, numbers),
      );
    await loadNetwork('rtp', '011000015', '021000021');
    await loadNetwork('fednow', '021000021');
    expect(await loadNetwork('rtp', '011000015')).toEqual(
      expect.arrayContaining([entry('011000015', { rtp: true, fednow: false }), entry('021000021', ONLY_FEDNOW)]),
    );
    expect(await eligibleTo('021000021')).toMatchObject([{ rail: 'fednow' }]);
    await load([]);
  });

  it('are replaced whole or not at all', async () => {
    await load([entry('011000015', BOTH)]);
    const many = Array.from({ length: 5_000 }, (_, i) => entry(String(100_000_000 + i), BOTH));
    await expect(load([...many, entry('12345678', BOTH)])).rejects.toThrow('participation_routing_number_check');
    const [{ count }] = (await service.database.query('SELECT count(*)::int FROM transfers.participation')) as [
      { count: number },
    ];
    expect(count).toBe(1);
    expect(await eligibleTo('011000015')).toHaveLength(2);
    await load([]);
  });

  it('are those of the second of two loads at once', async () => {
    const first = Array.from({ length: 3_000 }, (_, i) => entry(String(100_000_000 + i), BOTH));
    const second = Array.from({ length: 3_000 }, (_, i) => entry(String(100_001_500 + i), NEITHER));
    await Promise.all([load(first), load(second)]);
    const found = await service.database.query<{ rtp: boolean; count: number }>(
      'SELECT rtp, count(*)::int FROM transfers.participation GROUP BY 1',
    );
    expect(found).toEqual([{ rtp: expect.any(Boolean), count: 3_000 }]);
    await load([]);
  });

  it('have the limits of the rails, to the cent', async () => {
    const routing_number = '021000021';
    expect(await rails({ routing_number, amount: 1_000_000_000 })).toMatchObject([
      { rail: 'rtp', eligible: true, limit: 1_000_000_000 },
      { rail: 'fednow', eligible: true, limit: 1_000_000_000 },
      { rail: 'same_day_ach', eligible: false, reason: 'over_limit', limit: 100_000_000 },
      { rail: 'ach', eligible: true },
    ]);
    expect(await rails({ routing_number, amount: 1_000_000_001 })).toMatchObject([
      { rail: 'rtp', eligible: false, reason: 'over_limit' },
      { rail: 'fednow', eligible: false, reason: 'over_limit' },
      { rail: 'same_day_ach', eligible: false, reason: 'over_limit' },
      { rail: 'ach', eligible: true },
    ]);
    expect(await rails({ routing_number, speed: 'same_day', amount: 100_000_000 })).toEqual([
      { rail: 'same_day_ach', eligible: true, limit: 100_000_000 },
    ]);
    expect(await rails({ routing_number, speed: 'standard' })).toEqual([{ rail: 'ach', eligible: true }]);
  });

  it.each([
    ['no routing number', {}, 'missing_routing_numbers'],
    ['one of eight digits', { routing_number: '01100001' }, 'invalid_routing_number'],
    ['one that is a number', { routing_number: 110_000_150 }, 'invalid_routing_number'],
    ['one with a line after it', { routing_number: '011000015\n' }, 'invalid_routing_number'],
    ['half a cent', { routing_number: '011000015', amount: 0.5 }, 'invalid_amount'],
    ['nothing to pay', { routing_number: '011000015', amount: 0 }, 'invalid_amount'],
    ['another speed', { routing_number: '011000015', speed: 'fast' }, 'invalid_speed'],
  ])('are refused for %s', async (_, body, code) => {
    const { status, body: response } = await client.post('/deliver/eligibility', body);
    expect([status, response['error_code']]).toEqual([400, code]);
  });
});
