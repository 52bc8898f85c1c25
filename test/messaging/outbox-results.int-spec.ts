import { AccountCorrections } from '@payments/accounts';
import { Clock, newId, UnitOfWork } from '@payments/kernel';
import { Claim, Tasks } from '@payments/messaging';
import { Log, Metrics, workContext } from '@payments/observability';
import { Enterprises } from '@payments/persistence';
import type { ClaimedTask } from '@payments/messaging';
import type { Tenant } from '@payments/observability';
import fc from 'fast-check';
import { ApplyLegResults } from '../../libs/transfers/src/application/apply-leg-results.js';
import { ApplyResults } from '../../libs/transfers/src/application/apply-results.js';
import { BankingTime } from '../../libs/transfers/src/application/banking-time.js';
import { InstructionOwners } from '../../libs/transfers/src/application/instruction-owners.js';
import type { InstructionOwner } from '../../libs/transfers/src/application/instruction-owners.js';
import { Transfers } from '../../libs/transfers/src/application/ports.js';
import type { ReportedResult } from '../../libs/transfers/src/application/ports.js';
import { ReceiveResults } from '../../libs/transfers/src/application/receive-results.js';
import { EnterpriseBulkhead } from '../../libs/transfers/src/application/enterprise-bulkhead.js';
import { TransferSteps } from '../../libs/transfers/src/application/transfer-steps.js';
import type { StepContext } from '../../libs/transfers/src/application/transfer-steps.js';
import { legTransitions } from '../../libs/transfers/src/domain/leg.js';
import type { ProcessorResult, ResultKind } from '../../libs/transfers/src/domain/leg.js';
import { transferTransitions } from '../../libs/transfers/src/domain/transfer-status.js';
import type { TransferStatus } from '../../libs/transfers/src/domain/transfer-status.js';
import { ProcessorResultsRepository } from '../../libs/transfers/src/infrastructure/persistence/processor-results.repository.js';
import { ReconciliationsRepository } from '../../libs/transfers/src/infrastructure/persistence/reconciliations.repository.js';
import { LegInstructions } from '../../libs/transfers/src/infrastructure/queue/leg-instructions.js';
import type { ApiClient } from '../support/api-client.js';
import { aDirectDebit, aPayout, registerParty } from '../support/parties.js';
import type { Party } from '../support/parties.js';
import { startTestService } from '../support/service.js';
import type { TestService } from '../support/service.js';

/** As in a service without other contexts that submit instructions. */
class OnlyLegs extends InstructionOwners {
  constructor(private readonly legs: InstructionOwner) {
    super();
  }

  all() {
    return [this.legs];
  }

  of() {
    return this.legs;
  }
}

type UseCase = 'payout' | 'direct_debit';

/** Before any window's deadline, whenever the test runs. */
const LONG_AGO = new Date(0);

describe('processor results applied to stored transfers', () => {
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
    const response = await client.post('/deliver/transfers', body);
    const { id } = response.body['transfer'] as { id: string };
    type Step = (transfer: Awaited<ReturnType<Transfers['lock']>>[number], context: StepContext) => void;
    const change = (step: Step) =>
      run(async () => {
        return get(TransferSteps).take({ ids: [id] }, ([transfer], context) => {
          step(transfer!, context);
          return transfer!.legSnapshots()[0]!;
        });
      });
    const verdict = { account: 'verified', customer: 'verified' } as const;
    const side = useCase === 'payout' ? 'destination' : 'source';
    const partyVerification = { [side]: verdict };
    const options = {
      waitUntil: new Date(),
      newLegId: newId,
      judgment: { outcome: 'pass' } as const,
      reserveFunds: () => true,
    };
    const { id: legId } = await change(
      (transfer, context) => void transfer.accept(partyVerification, { ...context, ...options }),
    );
    await change(
      (transfer, context) =>
        void transfer.submit(legId, { ...context, at: LONG_AGO, batchId: newId(), partyVerification }),
    );
    const leg = await change((transfer, { now }) => transfer.confirmLeg(legId, now));
    return { id, endToEndId: leg.end_to_end_id };
  }

  async function receive(reported: readonly ReportedResult[]): Promise<void> {
    const results = new ProcessorResultsRepository(get(Clock));
    const [accounts, transfers] = [get(AccountCorrections), get(Transfers)];
    const receiver = new ReceiveResults(get(UnitOfWork), results, transfers, accounts, get(Tasks));
    await workContext.run({ requestId: 'test', tenant }, () => receiver.execute(reported));
  }

  /** Reports results as one message of the processor, and applies the new ones in one claim. */
  async function report(endToEndId: string, kinds: readonly ResultKind[]): Promise<void> {
    const reported = kinds.map((kind): ProcessorResult => ({
      processor_result_id: `${endToEndId}-${kind}`,
      end_to_end_id: endToEndId,
      kind,
      network_reason_code: kind === 'returned' || kind === 'rejected' ? 'R02' : null,
      trace_number: '1',
      occurred_at: new Date(Date.UTC(2026, 0, 1, ['accepted', 'settled', 'rejected', 'returned'].indexOf(kind))),
    }));
    for (const result of reported) await receive([result]);
    const token = newId();
    const tasks = await service.database.query<ClaimedTask>(
      `UPDATE platform.tasks SET lease_token = $1, attempt = attempt + 1 WHERE queue = 'processor-results'
       RETURNING id, subject_id, attempt, request_id, 0 AS age_ms`,
      [token],
    );
    if (tasks.length === 0) return;
    const results = new ProcessorResultsRepository(get(Clock));
    const bulkhead = new EnterpriseBulkhead(get(UnitOfWork));
    const [time, log, metrics] = [get(BankingTime), get(Log), get(Metrics)];
    const owners = new OnlyLegs(
      new LegInstructions(new ApplyLegResults(get(TransferSteps)), new ReconciliationsRepository()),
    );
    const apply = new ApplyResults(bulkhead, results, owners, time, log, metrics);
    const claim = new Claim(tenant.enterpriseId, token, tasks);
    await workContext.run({ requestId: 'test', tenant }, () => apply.execute(claim));
  }

  const statuses = async (id: string) => {
    const response = await client.get(`/deliver/transfers/${id}/history`);
    return (response.body['statuses'] as { status: TransferStatus }[]).map(({ status }) => status);
  };
  const legStatus = async (id: string) => {
    const legs = await service.database.query<{ status: string }>(
      'SELECT status FROM transfers.legs WHERE transfer_id = $1',
      [id],
    );
    return legs[0]!.status;
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
    ['as the later one only', [['settled']]],
    ['the later one first', [['settled'], ['accepted']]],
    [
      'everything twice',
      [
        ['settled', 'accepted', 'settled'],
        ['accepted', 'settled'],
      ],
    ],
  ])('settle a direct debit when they arrive %s', async (_, messages) => {
    const { id, endToEndId } = await aSubmittedTransfer('direct_debit');
    for (const kinds of messages) await report(endToEndId, kinds);
    expect(await statuses(id)).toEqual(['created', 'pending', 'completed']);
    expect(await legStatus(id)).toBe('settled');
    expect(await leftOver()).toEqual([]);
  });

  const messages = (kinds: readonly ResultKind[]) =>
    fc
      .shuffledSubarray([...kinds, ...kinds], { minLength: kinds.length })
      .filter((reported) => kinds.every((kind) => reported.includes(kind)))
      .chain((reported) =>
        fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 6, maxLength: 6 }).map((sizes) => {
          const rest = [...reported];
          return sizes.map((size) => rest.splice(0, size)).filter((message) => message.length > 0);
        }),
      );
  const FATES: readonly (readonly [UseCase, readonly ResultKind[], readonly TransferStatus[]])[] = [
    ['payout', ['accepted', 'settled'], ['completed']],
    ['payout', ['accepted', 'returned'], ['completed', 'failed']],
    ['payout', ['rejected'], ['failed']],
    ['direct_debit', ['accepted', 'settled'], ['completed']],
    ['direct_debit', ['accepted', 'settled', 'returned'], ['completed', 'failed']],
    ['direct_debit', ['accepted', 'returned'], ['completed', 'failed']],
  ];

  it.each(FATES)('apply a %s of %j through %j in any order and grouping', async (useCase, kinds, after) => {
    await fc.assert(
      fc.asyncProperty(messages(kinds), async (reported) => {
        await forget();
        const { id, endToEndId } = await aSubmittedTransfer(useCase);
        for (const message of reported) await report(endToEndId, message);
        expect(await statuses(id)).toEqual(['created', 'pending', ...after]);
        expect(await legStatus(id)).toBe(kinds.at(-1));
        const events = await service.database.query<{ sequence: number }>(
          'SELECT sequence FROM platform.events WHERE resource_id = $1 ORDER BY sequence',
          [id],
        );
        expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_, i) => i + 1));
        expect(await leftOver()).toEqual([]);
      }),
      { numRuns: 12 },
    );
  });

  it('keep the latest correction of each field of an account', async () => {
    const { endToEndId: end_to_end_id } = await aSubmittedTransfer('payout');
    const change = (
      code: string,
      day: number,
      correction: NonNullable<ReportedResult['correction']>,
    ): ReportedResult => ({
      processor_result_id: `${end_to_end_id}-${code}`,
      end_to_end_id,
      kind: 'notification_of_change',
      network_reason_code: code,
      trace_number: null,
      occurred_at: new Date(Date.UTC(2026, 0, day)),
      correction,
    });
    await receive([
      change('C03', 3, { routing_number: '011401533' }),
      change('C01', 1, { account_number: '99887766' }),
      change('C02', 2, { routing_number: '011000028' }),
    ]);
    const { body } = await client.get(
      `/deliver/external/accounts?account_reference_id=${encodeURIComponent(party.account_reference_id)}`,
    );
    expect(body['external_accounts']).toMatchObject([
      { corrections: { account_number: '99887766', routing_number: '011401533' } },
    ]);
  });

  it('of an unknown instruction change nothing, and stay for the reconciliation', async () => {
    const { id } = await aSubmittedTransfer('payout');
    await report('Pnobody', ['settled']);
    expect(await statuses(id)).toEqual(['created', 'pending']);
    const kept = await service.database.query(
      `SELECT FROM transfers.processor_results WHERE end_to_end_id = 'Pnobody' AND applied_at IS NULL`,
    );
    expect(kept).toHaveLength(1);
  });

  it.each([
    ['transitions', transferTransitions],
    ['leg_direct_transitions', legTransitions],
  ])('meet in the database the very table of %s that the code has', async (table, transitions) => {
    const stored = await service.database.query<{ from_status: string; to_status: string }>(
      `SELECT from_status, to_status FROM transfers.${table}`,
    );
    const pairs = Object.entries(transitions).flatMap(([from, list]) =>
      (list as readonly string[]).map((to) => `${from} ${to}`),
    );
    expect(stored.map(({ from_status, to_status }) => `${from_status} ${to_status}`).sort()).toEqual(pairs.sort());
  });

  it('cannot move a leg back in the database', async () => {
    const { id, endToEndId } = await aSubmittedTransfer('payout');
    await report(endToEndId, ['settled']);
    for (const status of ['held', 'ready', 'accepted', 'canceled', 'lost']) {
      const update = service.database.query('UPDATE transfers.legs SET status = $2 WHERE transfer_id = $1', [
        id,
        status,
      ]);
      await expect(update).rejects.toThrow(/illegal (leg|transfer) transition/);
    }
  });

  it('cannot move a transfer back in the database', async () => {
    const { id, endToEndId } = await aSubmittedTransfer('payout');
    await report(endToEndId, ['accepted']);
    for (const status of ['created', 'pending', 'lost']) {
      const update = service.database.query('UPDATE transfers.transfers SET status = $2 WHERE id = $1', [id, status]);
      await expect(update).rejects.toThrow(/illegal (leg|transfer) transition/);
    }
  });
});
