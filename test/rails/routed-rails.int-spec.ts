import type { INestApplicationContext } from '@nestjs/common';
import { DAY_MS, newId, newYorkDate } from '@payments/kernel';
import { workContext } from '@payments/observability';
import { Enterprises } from '@payments/persistence';
import { Processor, ProcessorReports } from '../../libs/transfers/src/application/ports.js';
import type { InstructionBatch } from '../../libs/transfers/src/application/ports.js';
import { anInstruction } from '../support/contracts/processor.contract.js';
import { MockProcessor } from '../support/e2e/mock-processor.js';
import { startBankService } from '../support/rails/bank-service.js';
import type { BankService } from '../support/rails/bank-service.js';

const RAILS = { ach: 'ach', same_day_ach: 'connector', rtp: 'connector', fednow: 'off' };

describe('rails of which some are left to a connector', () => {
  let mock: MockProcessor;
  let bank: BankService;
  let worker: INestApplicationContext;
  let processor: Processor;
  let as: <T>(work: () => Promise<T>) => Promise<T>;

  beforeAll(async () => {
    mock = await MockProcessor.start();
    bank = await startBankService({ rails: RAILS }, { ...mock.settings, PROCESSOR: 'bank', LOG_LEVEL: 'silent' });
    worker = await bank.service.startWorker();
    processor = worker.get(Processor, { strict: false });
    const { enterprise_id } = await bank.service.createEnterprise();
    bank.admit(enterprise_id, worker);
    const tenant = await worker.get(Enterprises, { strict: false }).get(enterprise_id);
    as = (work) => workContext.run({ requestId: 'routed', tenant }, work);
  });
  afterEach(() => mock.behave({ drop_requests: 0, drop_reads: 0 }));
  afterAll(async () => {
    await bank.stop();
    await mock.stop();
  });

  const aBatch = (): InstructionBatch => ({
    id: newId(),
    instructions: (['rtp', 'ach'] as const).map((rail) =>
      anInstruction({ rail, ...(rail === 'ach' && { effective_date: newYorkDate(new Date()) }) }),
    ),
  });
  const idsOf = ({ instructions }: InstructionBatch) => instructions.map(({ end_to_end_id }) => end_to_end_id);
  const inFiles = async (ids: readonly string[]) => {
    const sql = 'SELECT end_to_end_id FROM rails.entries WHERE end_to_end_id = ANY($1) ORDER BY 1';
    return (await bank.service.database.query<{ end_to_end_id: string }>(sql, [ids])).map((row) => row.end_to_end_id);
  };
  const atConnector = (ids: readonly string[]) =>
    mock.lines('instruction').flatMap(({ end_to_end_id }) => (ids.includes(end_to_end_id) ? [end_to_end_id] : []));

  it('sends each instruction of a batch by what carries its rail, and knows all of them', async () => {
    const batch = aBatch();
    const [instant, filed] = idsOf(batch);
    await as(() => processor.submit(batch));
    expect([atConnector(idsOf(batch)), await inFiles(idsOf(batch))]).toEqual([[instant], [filed]]);
    const known = await as(() => processor.known([...idsOf(batch), 'PNOBODY'], newId()));
    expect([...known].sort()).toEqual(idsOf(batch).sort());
    expect([atConnector(idsOf(batch)), await inFiles(idsOf(batch))]).toEqual([[instant], [filed]]);
  });

  it('files what goes by files although the connector is down, and sends the rest once', async () => {
    const batch = aBatch();
    const [instant, filed] = idsOf(batch);
    await mock.behave({ drop_requests: 1 });
    await expect(as(() => processor.submit(batch))).rejects.toThrow('submit got no response');
    expect(await inFiles(idsOf(batch))).toEqual([filed]);
    await mock.behave({ drop_requests: 0 });
    const known = await as(() => processor.known(idsOf(batch), newId()));
    expect([...known]).toEqual([filed]);
    const rest = { id: newId(), instructions: batch.instructions.filter((each) => !known.has(each.end_to_end_id)) };
    await as(() => processor.submit(rest));
    expect([atConnector(idsOf(batch)), await inFiles(idsOf(batch))]).toEqual([[instant], [filed]]);
  });

  it('does not ask the connector about what is in a file', async () => {
    const batch = aBatch();
    await as(() => processor.submit(batch));
    await mock.behave({ drop_reads: 1 });
    const filed = idsOf(batch)[1]!;
    expect([...(await as(() => processor.known([filed], newId())))]).toEqual([filed]);
  });

  it('has one report of both', async () => {
    const batch = aBatch();
    await as(() => processor.submit(batch));
    const reports = worker.get(ProcessorReports, { strict: false });
    const period = { from: new Date(Date.now() - DAY_MS), to: new Date(Date.now() + DAY_MS) };
    const lines = await as(() => reports.report(period));
    expect(lines.map(({ end_to_end_id }) => end_to_end_id)).toEqual(expect.arrayContaining(idsOf(batch)));
  });

  it('offers each rail that something carries', async () => {
    const client = await bank.service.client();
    bank.admit(client.credentials.enterprise_id, worker);
    const response = await client.post('/deliver/eligibility', { routing_number: '021000021' });
    const { rails } = response.body['eligibility'] as { rails: { rail: string; reason?: string }[] };
    const missing = rails.filter(({ reason }) => reason === 'not_offered').map(({ rail }) => rail);
    expect(missing).toEqual(['fednow']);
  });

  it('does not start without the connector', async () => {
    await expect(startBankService({ rails: RAILS }, { LOG_LEVEL: 'silent' })).rejects.toThrow(
      [
        'BANKS_FILE: connections[0].rails.same_day_ach: needs the bank connector; set PROCESSOR_URL and its token, or turn the rail off',
        'BANKS_FILE: connections[0].rails.rtp: needs the bank connector; set PROCESSOR_URL and its token, or turn the rail off',
      ].join('\n'),
    );
  });
});
