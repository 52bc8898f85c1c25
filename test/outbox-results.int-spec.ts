import { Clock, canMove, newId, UnitOfWork } from '@payments/kernel';
import { Claim, Enterprises, Log, Tasks, workContext } from '@payments/platform';
import type { ClaimedTask, Tenant } from '@payments/platform';
import fc from 'fast-check';
import { ApplyResults } from '../libs/transfers/src/application/apply-results.js';
import { Transfers } from '../libs/transfers/src/application/ports.js';
import { ReceiveResults } from '../libs/transfers/src/application/receive-results.js';
import { SubmissionSchedule } from '../libs/transfers/src/application/submission-schedule.js';
import type { ProcessorResult, ResultKind } from '../libs/transfers/src/domain/leg.js';
import { transferTransitions } from '../libs/transfers/src/domain/transfer-status.js';
import type { TransferStatus } from '../libs/transfers/src/domain/transfer-status.js';
import { ProcessorResultsRepository } from '../libs/transfers/src/infrastructure/persistence/processor-results.repository.js';
import type { ApiClient } from './support/api-client.js';
import { aDirectDebit, aPayout, registerParty } from './support/parties.js';
import type { Party } from './support/parties.js';
import { startTestService } from './support/service.js';
import type { TestService } from './support/service.js';

type UseCase = 'payout' | 'direct_debit';

describe('results of a processor, applied to what is stored', () => {
  let service: TestService;
  let client: ApiClient;
  let party: Party;
  let tenant: Tenant;

  beforeAll(async () => {
    service = await startTestService();
    client = await service.client();
    party = await registerParty(client);
    tenant = await get(Enterprises).get(client.credentials.enterprise_id);
  });
  afterAll(() => service.stop());

  const get = <T>(port: abstract new (...parameters: never[]) => T): T => service.api.get<T>(port, { strict: false });
  const run = <T>(work: () => Promise<T>) =>
    workContext.run({ requestId: 'test', tenant }, () => get(UnitOfWork).run(work));

  /** A transfer whose one leg the processor has. */
  async function aSubmittedTransfer(useCase: UseCase): Promise<{ id: string; endToEndId: string }> {
    const body = useCase === 'payout' ? aPayout(party) : aDirectDebit(party);
    const answer = await client.post('/deliver/transfers', body);
    const { id } = answer.body['transfer'] as { id: string };
    const change = (step: (transfer: Awaited<ReturnType<Transfers['lock']>>[number]) => void) =>
      run(async () => {
        const [transfer] = await get(Transfers).lock({ ids: [id] });
        step(transfer!);
        await get(Transfers).save([transfer!]);
        return transfer!.legSnapshots()[0]!;
      });
    const verdict = { account: 'verified', customer: 'verified' } as const;
    const side = useCase === 'payout' ? 'destination' : 'source';
    const now = new Date();
    await change((transfer) => transfer.clear({ [side]: verdict }, { now, waitUntil: now, newLegId: newId }));
    const clearance = { [side]: verdict };
    await change((transfer) => transfer.handOver(transfer.legSnapshots()[0]!.id, { batchId: newId(), clearance, now }));
    const leg = await change((transfer) => transfer.confirmLeg(transfer.legSnapshots()[0]!.id, now));
    return { id, endToEndId: leg.end_to_end_id };
  }

  /** Tells results as one message of the processor, and applies what is new of them in one claim. */
  async function tell(endToEndId: string, kinds: readonly ResultKind[]): Promise<void> {
    const results = new ProcessorResultsRepository(get(Clock));
    const told = kinds.map((kind): ProcessorResult => ({
      processor_result_id: `${endToEndId}-${kind}`,
      end_to_end_id: endToEndId,
      kind,
      network_reason_code: kind === 'returned' || kind === 'rejected' ? 'R02' : null,
      trace_number: '1',
      occurred_at: new Date(Date.UTC(2026, 0, 1, ['accepted', 'settled', 'rejected', 'returned'].indexOf(kind))),
    }));
    const receive = new ReceiveResults(get(UnitOfWork), results, get(Tasks), get(Clock));
    for (const result of told) {
      await workContext.run({ requestId: 'test', tenant }, () => receive.execute([result]));
    }
    const token = newId();
    const tasks = await service.database.query<ClaimedTask>(
      `UPDATE platform.tasks SET lease_token = $1, attempt = attempt + 1 WHERE queue = 'processor-results'
       RETURNING id, subject_id, attempt, request_id, created_at`,
      [token],
    );
    if (tasks.length === 0) return;
    const schedule = new SubmissionSchedule(get(Tasks));
    const apply = new ApplyResults(get(UnitOfWork), get(Transfers), results, schedule, get(Clock), get(Log));
    const claim = new Claim(tenant.enterpriseId, token, tasks);
    await workContext.run({ requestId: 'test', tenant }, () => apply.execute(claim));
  }

  const statuses = async (id: string) => {
    const answer = await client.get(`/deliver/transfers/${id}/history`);
    return (answer.body['statuses'] as { status: TransferStatus }[]).map(({ status }) => status);
  };
  const leftOver = () =>
    service.database.query(`SELECT FROM platform.tasks WHERE queue = 'processor-results'
      UNION ALL SELECT FROM transfers.processor_results WHERE applied_at IS NULL`);
  const forget = async () => {
    await service.database.query(`DELETE FROM platform.tasks WHERE queue = 'processor-results'`);
    await service.database.query(`DELETE FROM transfers.processor_results WHERE applied_at IS NULL`);
  };
  beforeEach(forget);

  it.each<[string, readonly (readonly ResultKind[])[]]>([
    ['one after the other', [['accepted'], ['settled']]],
    ['both in one claim', [['accepted', 'settled']]],
    ['the later one alone, for it stands for the earlier', [['settled']]],
    ['the later one first', [['settled'], ['accepted']]],
    [
      'everything twice',
      [
        ['settled', 'accepted', 'settled'],
        ['accepted', 'settled'],
      ],
    ],
  ])('settle a direct debit when they come %s', async (_, messages) => {
    const { id, endToEndId } = await aSubmittedTransfer('direct_debit');
    for (const kinds of messages) await tell(endToEndId, kinds);
    expect(await statuses(id)).toEqual(['created', 'pending', 'completed', 'settled']);
    expect(await leftOver()).toEqual([]);
  });

  const messages = (kinds: readonly ResultKind[]) =>
    fc
      .shuffledSubarray([...kinds, ...kinds], { minLength: kinds.length })
      .filter((told) => kinds.every((kind) => told.includes(kind)))
      .chain((told) =>
        fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 6, maxLength: 6 }).map((sizes) => {
          const rest = [...told];
          return sizes.map((size) => rest.splice(0, size)).filter((message) => message.length > 0);
        }),
      );
  const FATES: readonly (readonly [UseCase, readonly ResultKind[], TransferStatus])[] = [
    ['payout', ['accepted', 'settled'], 'completed'],
    ['payout', ['accepted', 'returned'], 'failed'],
    ['payout', ['rejected'], 'failed'],
    ['direct_debit', ['accepted', 'settled'], 'settled'],
    ['direct_debit', ['accepted', 'settled', 'returned'], 'failed'],
    ['direct_debit', ['accepted', 'returned'], 'failed'],
  ];

  it.each(FATES)(
    'leave a %s of %j as %s in whatever order, grouping and number they come',
    async (useCase, kinds, end) => {
      await fc.assert(
        fc.asyncProperty(messages(kinds), async (told) => {
          await forget();
          const { id, endToEndId } = await aSubmittedTransfer(useCase);
          for (const message of told) await tell(endToEndId, message);
          const walk = await statuses(id);
          expect(walk.at(-1)).toBe(end);
          walk.slice(1).forEach((to, i) => expect(canMove(transferTransitions, walk[i]!, to)).toBe(true));
          const events = await service.database.query<{ sequence: number }>(
            'SELECT sequence FROM platform.events WHERE resource_id = $1 ORDER BY sequence',
            [id],
          );
          expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_, i) => i + 1));
          expect(await leftOver()).toEqual([]);
        }),
        { numRuns: 12 },
      );
    },
  );

  it('of an instruction that is not ours change nothing, and stay for the reconciliation to find', async () => {
    const { id } = await aSubmittedTransfer('payout');
    await tell('Pnobody', ['settled']);
    expect(await statuses(id)).toEqual(['created', 'pending']);
    const kept = await service.database.query(
      `SELECT FROM transfers.processor_results WHERE end_to_end_id = 'Pnobody' AND applied_at IS NULL`,
    );
    expect(kept).toHaveLength(1);
  });

  it('meet in the database the very table of transitions that the code has', async () => {
    const stored = await service.database.query<{ from_status: TransferStatus; to_status: TransferStatus }>(
      'SELECT from_status, to_status FROM transfers.transitions',
    );
    const pairs = Object.entries(transferTransitions).flatMap(([from, list]) => list.map((to) => `${from} ${to}`));
    expect(stored.map(({ from_status, to_status }) => `${from_status} ${to_status}`).sort()).toEqual(pairs.sort());
  });

  it('cannot make the database take a status back', async () => {
    const { id, endToEndId } = await aSubmittedTransfer('payout');
    await tell(endToEndId, ['accepted']);
    for (const status of ['created', 'pending', 'lost']) {
      const update = service.database.query('UPDATE transfers.transfers SET status = $2 WHERE id = $1', [id, status]);
      await expect(update).rejects.toThrow(/illegal transition/);
    }
  });
});
