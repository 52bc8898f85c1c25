import { SandboxProcessor } from '../../libs/transfers/src/infrastructure/sandbox/sandbox-processor.js';
import { keepsTheContractOfProcessors } from '../support/contracts/processor.contract.js';
import type { ProcessorUnderTest } from '../support/contracts/processor.contract.js';
import { newYorkDate } from '@payments/kernel';
import { BankProcessor } from '../../libs/transfers/src/infrastructure/bank-rails/bank-processor.js';
import { TakeOrders } from '@payments/rails';
import { startBankService } from '../support/rails/bank-service.js';
import { MockProcessor } from '../support/e2e/mock-processor.js';
import { startTestService } from '../support/service.js';

// Results of instructions that belong to no transfer are logged.
const QUIET = { LOG_LEVEL: 'silent' };

describe('the sandbox network', () => {
  keepsTheContractOfProcessors(async (): Promise<ProcessorUnderTest> => {
    const service = await startTestService(QUIET);
    const worker = await service.startWorker();
    // What the calls are timed by stands before it.
    const processor = worker.get(SandboxProcessor, { strict: false });
    const { submit, plan } = processor;
    const lost = () => Promise.reject(new Error('connection reset'));
    return {
      service,
      worker,
      taken: async (endToEndId) => {
        const sql = 'SELECT FROM sandbox.instructions WHERE end_to_end_id = $1';
        return (await service.database.query(sql, [endToEndId])).length;
      },
      breaks: {
        before: () => Promise.resolve(void Object.assign(processor, { plan: lost })),
        after: () =>
          Promise.resolve(
            void Object.assign(processor, { submit: (batch: never) => submit.call(processor, batch).then(lost) }),
          ),
      },
      mend: () => Promise.resolve(void Object.assign(processor, { submit, plan })),
      stop: () => service.stop(),
    };
  });
});

describe('files to banks', () => {
  keepsTheContractOfProcessors(async (): Promise<ProcessorUnderTest> => {
    const bank = await startBankService({}, QUIET);
    const worker = await bank.service.startWorker();
    const { submit } = BankProcessor.prototype;
    const processor = worker.get(BankProcessor, { strict: false });
    const takeOrders = worker.get(TakeOrders, { strict: false });
    const { execute } = takeOrders;
    const lost = () => Promise.reject(new Error('connection reset'));
    return {
      service: bank.service,
      worker,
      instruction: () => ({ rail: 'ach', effective_date: newYorkDate(new Date()) }),
      admit: (enterpriseId) => bank.admit(enterpriseId, worker),
      taken: async (endToEndId) => {
        const sql = 'SELECT FROM rails.entries WHERE end_to_end_id = $1';
        return (await bank.service.database.query(sql, [endToEndId])).length;
      },
      breaks: {
        before: () => Promise.resolve(void Object.assign(takeOrders, { execute: lost })),
        after: () =>
          Promise.resolve(
            void Object.assign(processor, { submit: (batch: never) => submit.call(processor, batch).then(lost) }),
          ),
      },
      mend: () => Promise.resolve(void (Object.assign(processor, { submit }), Object.assign(takeOrders, { execute }))),
      stop: () => bank.stop(),
    };
  });
});

describe('a bank connector over HTTP', () => {
  keepsTheContractOfProcessors(async (): Promise<ProcessorUnderTest> => {
    const mock = await MockProcessor.start({ duplicates: 0.5, reorder: true });
    const service = await startTestService({ ...QUIET, ...mock.settings });
    return {
      service,
      worker: await service.startWorker(),
      taken: (endToEndId) =>
        Promise.resolve(mock.lines('instruction').filter(({ end_to_end_id }) => end_to_end_id === endToEndId).length),
      breaks: {
        before: () => mock.behave({ drop_requests: 1 }),
        after: () => mock.behave({ drop_answers: 1 }),
      },
      mend: () => mock.behave({ drop_requests: 0, drop_answers: 0 }),
      stop: async () => {
        await service.stop();
        await mock.stop();
      },
    };
  });
});

describe('files to banks, with a bank connector for one rail', () => {
  keepsTheContractOfProcessors(async (): Promise<ProcessorUnderTest> => {
    const mock = await MockProcessor.start({ duplicates: 0.5, reorder: true });
    const rails = { ach: 'ach', same_day_ach: 'ach', rtp: 'connector', fednow: 'off' };
    const bank = await startBankService({ rails }, { ...QUIET, ...mock.settings, PROCESSOR: 'bank' });
    const worker = await bank.service.startWorker();
    return {
      service: bank.service,
      worker,
      admit: (enterpriseId) => bank.admit(enterpriseId, worker),
      taken: (endToEndId) =>
        Promise.resolve(mock.lines('instruction').filter(({ end_to_end_id }) => end_to_end_id === endToEndId).length),
      breaks: {
        before: () => mock.behave({ drop_requests: 1 }),
        after: () => mock.behave({ drop_answers: 1 }),
      },
      mend: () => mock.behave({ drop_requests: 0, drop_answers: 0 }),
      stop: async () => {
        await bank.stop();
        await mock.stop();
      },
    };
  });
});
