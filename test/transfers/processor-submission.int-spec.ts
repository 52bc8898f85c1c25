import type { INestApplicationContext } from '@nestjs/common';
import { eventually } from '@payments/testing';
import { Tasks } from '@payments/messaging';
import { Processor } from '../../libs/transfers/src/application/ports.js';
import { ProcessorResultsRepository } from '../../libs/transfers/src/infrastructure/persistence/processor-results.repository.js';
import type { InstructionBatch } from '../../libs/transfers/src/application/ports.js';
import { ReceiveResults } from '../../libs/transfers/src/application/receive-results.js';
import type { ApiClient } from '../support/api-client.js';
import { expectLedgerSound } from '../support/ledger-sound.js';
import { aPayout, untilStatus } from '../support/parties.js';
import type { Party } from '../support/parties.js';
import { advance, FROZEN, verifiedParty } from '../support/sandbox.js';
import { startTestService } from '../support/service.js';
import type { TestService } from '../support/service.js';

const gate = () => {
  let open!: () => void;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { open, opened };
};

describe('a leg that is submitted', () => {
  let service: TestService;
  let worker: INestApplicationContext;
  let client: ApiClient;
  let payee: Party;
  let processor: Processor;
  let original: { submit: Processor['submit']; known: Processor['known'] };

  beforeAll(async () => {
    service = await startTestService(FROZEN);
    worker = await service.startWorker();
    processor = worker.get(Processor, { strict: false });
    original = { submit: processor.submit.bind(processor), known: processor.known.bind(processor) };
  });
  beforeEach(async () => {
    client = await service.client();
    payee = await verifiedParty(client);
  });
  afterEach(() => Object.assign(processor, original));
  afterAll(async () => {
    await expectLedgerSound(service.database);
    await service.stop();
  });

  const create = async () =>
    ((await client.post('/deliver/transfers', aPayout(payee, { speed: 'asap' }))).body['transfer'] as { id: string })
      .id;
  const storedResults = async (transferId: string) => {
    const rows = await service.database.query<{ kind: string }>(
      `SELECT r.kind FROM transfers.processor_results r JOIN transfers.legs l ON l.end_to_end_id = r.end_to_end_id
       WHERE l.transfer_id = $1 ORDER BY r.kind`,
      [transferId],
    );
    return rows.map(({ kind }) => kind);
  };
  const leaseEnds = () =>
    service.database.query(
      `UPDATE platform.tasks SET run_at = now() WHERE queue = 'processor-submissions' AND lease_token IS NOT NULL`,
    );

  it('is not sent again by a worker that slept and asked before another one sent it', async () => {
    const sent: string[] = [];
    const [asleep, sending] = [gate(), gate()];
    let asked = 0;
    let isLost = true;
    processor.known = async (ids, inquiryId) => {
      if (asked++ === 0) await asleep.opened;
      return original.known(ids, inquiryId);
    };
    processor.submit = async (batch: InstructionBatch) => {
      // The first call leaves the leg in doubt, so that the next workers ask.
      if (isLost) {
        isLost = false;
        throw new Error('connection reset');
      }
      sent.push(...batch.instructions.map(({ end_to_end_id }) => end_to_end_id));
      if (sent.length === 1) await sending.opened;
      return original.submit(batch);
    };
    const id = await create();
    await eventually('the first worker asks', () => Promise.resolve(asked === 1));
    await leaseEnds();
    await eventually('the second one sends', () => Promise.resolve(sent.length === 1));
    asleep.open();
    await new Promise((resolve) => setTimeout(resolve, 500));
    sending.open();
    await untilStatus(client, id, 'completed');
    expect(sent).toHaveLength(1);
  });

  it.each(['before', 'after'])('is sent once when the call breaks %s it has arrived', async (when) => {
    const arrived: string[] = [];
    let broken = false;
    processor.submit = async (batch: InstructionBatch) => {
      const breaks = !broken;
      broken = true;
      if (breaks && when === 'before') throw new Error('connection reset');
      arrived.push(...batch.instructions.map(({ end_to_end_id }) => end_to_end_id));
      const reported = await original.submit(batch);
      if (breaks) throw new Error('connection reset');
      return reported;
    };
    const id = await create();
    await untilStatus(client, id, 'completed');
    await advance(client, 1);
    expect(arrived).toHaveLength(1);
  });

  it('is written once before the call, and once with the results of the response', async () => {
    const legs = () =>
      service.database.query<{ status: string; version: number }>(
        `SELECT status, version FROM transfers.legs ORDER BY id DESC LIMIT 1`,
      );
    let before: unknown;
    processor.submit = async (batch: InstructionBatch) => {
      before = await legs();
      return original.submit(batch);
    };
    await untilStatus(client, await create(), 'completed');
    expect(before).toEqual([{ status: 'submitting', version: 1 }]);
    expect(await legs()).toEqual([{ status: 'settled', version: 2 }]);
  });

  it('gets the results of a response that could not be stored once more', async () => {
    const receiveApplied = jest
      .spyOn(ProcessorResultsRepository.prototype, 'receiveApplied')
      .mockRejectedValueOnce(new Error('the disk is full'));
    const id = await create();
    await untilStatus(client, id, 'completed');
    expect(receiveApplied.mock.calls[0]![0].map(({ kind }) => kind)).toEqual(['accepted', 'settled']);
    expect(await storedResults(id)).toEqual(['accepted', 'settled']);
    receiveApplied.mockRestore();
  });

  it('gets the other results of a lost response, though a later one came in time', async () => {
    const receive = worker.get(ReceiveResults, { strict: false });
    let isLost = true;
    processor.submit = async (batch: InstructionBatch) => {
      const reported = await original.submit(batch);
      if (!isLost) return reported;
      isLost = false;
      await receive.execute(reported.filter(({ kind }) => kind === 'settled'));
      const leg = () =>
        service.database.query(`SELECT FROM transfers.legs WHERE end_to_end_id = $1 AND status = 'settled'`, [
          batch.instructions[0]!.end_to_end_id,
        ]);
      await eventually('the later result is applied', async () => (await leg()).length === 1);
      throw new Error('connection reset');
    };
    const id = await create();
    await eventually('all results are stored', async () => (await storedResults(id)).length === 2);
    expect(await storedResults(id)).toEqual(['accepted', 'settled']);
  });

  it('waits when this process has no slot for a submission', async () => {
    const tasks = worker.get(Tasks, { strict: false });
    const canStart = jest.spyOn(tasks, 'canStart').mockReturnValue(false);
    const sent: string[] = [];
    processor.submit = async (batch: InstructionBatch) => {
      sent.push(...batch.instructions.map(({ end_to_end_id }) => end_to_end_id));
      return original.submit(batch);
    };
    await untilStatus(client, await create(), 'completed');
    expect(sent).toHaveLength(1);
    canStart.mockRestore();
  });

  it('and falls back before its hand-over is confirmed is paid once, on the other rail', async () => {
    const confirming = gate();
    let calls = 0;
    processor.submit = async (batch: InstructionBatch) => {
      const reported = await original.submit(batch);
      if (calls++ === 0) await confirming.opened;
      return reported;
    };
    const slow = await verifiedParty(client);
    const response = await client.post('/deliver/transfers', aPayout(slow, { speed: 'asap' }));
    const { id } = response.body['transfer'] as { id: string };
    await client.post(`/sandbox/transfers/${id}/outcome`, { kind: 'reject', code: '9910' });
    await untilStatus(client, id, 'completed', 'failed');
    confirming.open();
    await advance(client, 2);
    const legs = await service.database.query<{ status: string; attempt: number }>(
      `SELECT status, attempt FROM transfers.legs WHERE transfer_id = $1`,
      [id],
    );
    expect(legs).toEqual([{ status: 'settled', attempt: expect.any(Number) as number }]);
  });
});
