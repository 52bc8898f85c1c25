import { LoadParticipation } from '@payments/transfers';
import type { ParticipationEntry } from '@payments/transfers';
import { withApplication } from '../../apps/cli/src/support/application.js';
import { Client } from 'pg';
import type { ApiClient } from '../support/api-client.js';
import { startTestService } from '../support/service.js';
import type { TestService } from '../support/service.js';

const PATH = '/deliver/eligibility';
const BOTH = { rtp: true, fednow: true };
const ONLY_FEDNOW = { rtp: false, fednow: true };
const NEITHER = { rtp: false, fednow: false };

type Participants = Readonly<Record<string, { readonly rtp: boolean; readonly fednow: boolean }>>;

describe('eligibility', () => {
  let service: TestService;
  let client: ApiClient;

  beforeAll(async () => {
    service = await startTestService();
    client = await service.client();
  });
  afterAll(() => service.stop());

  /** In a separate application, as the command line does. */
  const load = (entries: readonly ParticipationEntry[]) =>
    withApplication(service.options.config, (app) => app.get(LoadParticipation, { strict: false }).execute(entries));
  const list = async (known?: string) => {
    const headers = known === undefined ? {} : { 'if-none-match': known };
    const response = await client.send('GET', PATH, { headers });
    return { ...response, etag: String(response.headers['etag']), participants: response.body as Participants };
  };

  describe('POST with routing_numbers', () => {
    it('returns the networks of each, in the order sent', async () => {
      const routing_numbers = ['011401533', '021000021', '011000028', '021000021'];
      const response = await client.post(PATH, { routing_numbers });
      expect([response.status, response.body]).toEqual([
        200,
        {
          routing_numbers: [
            { routing_number: '011401533', eligible: true, ...ONLY_FEDNOW },
            { routing_number: '021000021', eligible: true, ...BOTH },
            { routing_number: '011000028', eligible: false, ...NEITHER },
            { routing_number: '021000021', eligible: true, ...BOTH },
          ],
        },
      ]);
    });

    it('takes a hundred', async () => {
      const routing_numbers = Array.from({ length: 100 }, (_, i) => String(100_000_000 + i));
      const response = await client.post(PATH, { routing_numbers });
      expect(response.body['routing_numbers']).toHaveLength(100);
    });

    it.each<[string, object, string]>([
      ['neither field', {}, 'missing_routing_numbers'],
      ['null in both', { routing_numbers: null, routing_number: null }, 'missing_routing_numbers'],
      ['both fields', { routing_numbers: ['021000021'], routing_number: '021000021' }, 'invalid_routing_numbers'],
      ['no element', { routing_numbers: [] }, 'invalid_routing_numbers'],
      ['too many elements', { routing_numbers: Array(101).fill('021000021') }, 'invalid_routing_numbers'],
      ['eight digits', { routing_numbers: ['021000021', '02100002'] }, 'invalid_routing_numbers'],
      ['a number', { routing_numbers: [21_000_021] }, 'invalid_routing_numbers'],
      ['null among them', { routing_numbers: [null] }, 'invalid_routing_numbers'],
      ['text', { routing_numbers: '021000021' }, 'invalid_routing_numbers'],
      ['a wrong routing_number', { routing_number: 'x' }, 'invalid_routing_number'],
    ])('is refused with %s', async (_, body, code) => {
      const response = await client.post(PATH, body);
      expect([response.status, response.body['error_code']]).toEqual([400, code]);
      expect((response.body['details'] as { errors: unknown[] }).errors).toHaveLength(1);
    });
  });

  describe('GET', () => {
    afterEach(() => load([]));

    it('lists the samples of the sandbox, with its exceptions, while nothing is loaded', async () => {
      const { participants, headers } = await list();
      expect(Object.keys(participants)).toHaveLength(201);
      expect([participants['011401533'], participants['011000028']]).toEqual([ONLY_FEDNOW, undefined]);
      expect(headers['cache-control']).toBe('private, no-cache');
      const numbers = Object.keys(participants).filter((each) => each !== '011401533');
      const response = await client.post(PATH, { routing_numbers: numbers.slice(0, 100) });
      expect((response.body['routing_numbers'] as { eligible: boolean }[]).every(({ eligible }) => eligible)).toBe(
        true,
      );
    });

    it('lists those of a loaded directory that take part in a network', async () => {
      await load([
        { routing_number: '011000015', ...BOTH },
        { routing_number: '021000021', ...ONLY_FEDNOW },
        { routing_number: '021000089', ...NEITHER },
      ]);
      const { participants, headers } = await list();
      expect(participants).toEqual({ '011000015': BOTH, '021000021': ONLY_FEDNOW });
      expect(headers['content-type']).toBe('application/json; charset=utf-8');
      await load([{ routing_number: '021000089', ...NEITHER }]);
      expect((await list()).participants).toEqual({});
    });

    it('is 304 without a body while the directory is the same', async () => {
      await load([{ routing_number: '011000015', ...BOTH }]);
      const first = await list();
      for (const known of [first.etag, `W/${first.etag}`, `"other", ${first.etag}`, '*']) {
        const again = await list(known);
        expect([known, again.status, again.text, again.etag]).toEqual([known, 304, '', first.etag]);
      }
      expect((await list('"other"')).status).toBe(200);
      await load([{ routing_number: '011000015', ...BOTH }]);
      expect((await list(first.etag)).status).toBe(304);
    });

    it('changes at once after another load', async () => {
      await load([{ routing_number: '011000015', ...BOTH }]);
      const first = await list();
      await load([{ routing_number: '011000015', ...ONLY_FEDNOW }]);
      const second = await list(first.etag);
      expect([second.status, second.participants]).toEqual([200, { '011000015': ONLY_FEDNOW }]);
      await load([]);
      expect(Object.keys((await list(second.etag)).participants)).toHaveLength(201);
    });

    it('computes a large directory once for each load', async () => {
      const entries = Array.from({ length: 10_000 }, (_, i) => ({ routing_number: String(100_000_000 + i), ...BOTH }));
      await load(entries);
      const query = jest.spyOn(Client.prototype, 'query');
      const responses = [await list(), await list(), await list()];
      const computed = query.mock.calls.filter((call) => JSON.stringify(call[0]).includes('jsonb_object_agg'));
      query.mockRestore();
      expect(computed).toHaveLength(1);
      expect(responses.map(({ participants }) => Object.keys(participants).length)).toEqual([10_000, 10_000, 10_000]);
      expect(new Set(responses.map(({ etag }) => etag)).size).toBe(1);
    });
  });
});
