import { newId, UnitOfWork } from '@payments/kernel';
import type { Claim } from '@payments/messaging';
import { workContext } from '@payments/observability';
import { EnterpriseBulkhead } from './enterprise-bulkhead.js';
import { Processor } from './ports.js';
import type { Instruction, InstructionBatch } from './ports.js';
import { Submissions } from './submissions.js';
import type { Submittable, SubmittedKind } from './submissions.js';

class NoTransaction extends UnitOfWork {
  run<T>(work: () => Promise<T>): Promise<T> {
    return work();
  }

  read<T>(work: () => Promise<T>): Promise<T> {
    return work();
  }
}

class RecordingProcessor extends Processor {
  readonly sent: string[] = [];

  submit({ instructions }: InstructionBatch) {
    this.sent.push(...instructions.map(({ end_to_end_id }) => end_to_end_id));
    return Promise.resolve([]);
  }

  known() {
    return Promise.resolve(new Set<string>());
  }
}

describe('Submissions', () => {
  const id = newId();
  const tenant = {
    enterpriseId: newId(),
    enterpriseName: 'Acme',
    environment: 'sandbox',
    settings: { require_api_key: false, customer_requirements: 'at_transfer', unique_account_details: false },
  } as const;

  async function submit(stored: Pick<Submittable, 'status' | 'batch_id'>): Promise<readonly string[]> {
    const processor = new RecordingProcessor();
    const clock = { now: () => new Date(), elapsedMs: () => 0 };
    const submissions = new Submissions(new EnterpriseBulkhead(new NoTransaction()), processor, clock);
    const one: Submittable = { id, end_to_end_id: 'P1', ...stored };
    const kind: SubmittedKind = {
      idOf: () => id,
      prepare: (_, goes) => {
        const instructions = goes(one) ? [{ end_to_end_id: one.end_to_end_id } as Instruction] : [];
        return Promise.resolve({ batch: { id: newId(), instructions, checkedAtMs: 0 }, waiting: [] });
      },
      confirm: () => Promise.resolve(),
    };
    const task = { id: newId(), subject_id: id, attempt: 1, request_id: 'test', trace_parent: null, age_ms: 0 };
    const claim = { tasks: [task], subjectIds: [id], complete: () => Promise.resolve() } as unknown as Claim;
    await workContext.run({ requestId: 'test', tenant }, () => submissions.execute(claim, kind));
    return processor.sent;
  }

  it('sends what is ready', async () => {
    expect(await submit({ status: 'ready', batch_id: null })).toEqual(['P1']);
  });

  it('sends what waited for another window after its batch had not arrived', async () => {
    expect(await submit({ status: 'submitting', batch_id: null })).toEqual(['P1']);
  });

  it.each(['submitted', 'accepted', 'canceled'] as const)('does not send what is %s', async (status) => {
    expect(await submit({ status, batch_id: null })).toEqual([]);
  });
});
