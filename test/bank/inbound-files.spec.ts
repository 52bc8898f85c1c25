import { countOf } from '@payments/testing';
import fc from 'fast-check';
import { AchFileError, parseCorrectedData, readVerifiedAchFile, returnCodes, type AchWaiver } from '@payments/rails';
import { BankStage } from '../support/bank/bank-stage.js';
import { companyFile, type EntryOptions } from '../support/bank/company-files.js';
import { guards } from '../support/guards.js';

guards('apps/bank/src', 'libs/rails/src/domain');

interface Answer {
  readonly company: string;
  readonly sec: string;
  readonly code: string;
  readonly original: string;
  readonly dfi: string;
  readonly transaction: number;
  readonly cents: number;
  readonly account: string;
  readonly id: string;
}

/** What the service reads in a file of the bank. @throws AchFileError */
async function read(bytes: Buffer, accept: AchWaiver[] = []): Promise<Answer[]> {
  const answers: Answer[] = [];
  for await (const event of readVerifiedAchFile(() => [bytes], { accept })) {
    if (event.kind !== 'entries') continue;
    for (const { detail, addenda } of event.entries) {
      if (addenda?.kind !== 'return' && addenda?.kind !== 'change') throw new Error('neither a return nor a change');
      answers.push({
        company: event.batch.header.company_id,
        sec: event.batch.header.sec,
        code: addenda.kind === 'return' ? addenda.values.return_code : addenda.values.change_code,
        original: addenda.values.original_trace,
        dfi: addenda.values.original_receiving_dfi,
        transaction: detail.transaction_code,
        cents: detail.amount,
        account: detail.account_number,
        id: detail.individual_id,
      });
    }
  }
  return answers;
}

async function readAll(stage: BankStage, kind: 'return' | 'change'): Promise<Answer[]> {
  const files = stage.list('outbound').filter((name) => name.startsWith(kind));
  return (await Promise.all(files.map((name) => read(stage.read('outbound', name))))).flat();
}

const textOf = (maxLength: number, minLength = 0) =>
  fc
    .string({ unit: fc.constantFrom(...' #&-./09AMZamz~'), minLength, maxLength })
    .map((text) => text.trim())
    .filter((text) => text.length >= minLength);

const entry: fc.Arbitrary<
  Required<Pick<EntryOptions, 'code' | 'rdfi' | 'account' | 'cents' | 'identification'>> & EntryOptions
> = fc.record({
  code: fc.constantFrom('22', '27', '32', '37'),
  // The bank refuses zeros that name nobody.
  rdfi: fc.stringMatching(/^\d{8}$/).filter((rdfi) => /[^0]/.test(rdfi)),
  account: textOf(17, 1).filter((account) => /[^0 ]/.test(account)),
  cents: fc.integer({ min: 1, max: 9_999_999_999 }),
  name: textOf(22, 1).filter((name) => /[^0 ]/.test(name)),
  identification: textOf(15),
});

const RETURNS: Readonly<Record<string, number>> = { '22': 21, '27': 26, '32': 31, '37': 36 };
const byOriginal = (a: Answer, b: Answer) => (a.original < b.original ? -1 : 1);

/** The bank's answers to entries that all have the same outcome. */
async function answersTo(entries: readonly EntryOptions[], kind: 'return' | 'change', code: string): Promise<Answer[]> {
  const stage = new BankStage({ settings: { rules: [{ outcomes: [{ [kind]: code, after_days: 0 }] }] } });
  stage.send(companyFile({ batches: [{ entries }, { header: { sec: 'CCD' }, entries: [{ sequence: 9000 }] }] }));
  stage.pass(2);
  const answers = await readAll(stage, kind);
  stage.remove();
  return answers.sort(byOriginal);
}

describe('the simulated bank’s files, read by the service,', () => {
  it('return each entry with its bank, direction, cents, account and reference', async () => {
    const codes = fc.constantFrom(...[...returnCodes.keys()].filter((code) => code < 'R60'));
    await fc.assert(
      fc.asyncProperty(fc.array(entry, { minLength: 1, maxLength: 8 }), codes, async (entries, code) => {
        const answers = await answersTo(entries, 'return', code);
        expect(answers.slice(0, -1)).toEqual(
          entries.map(({ code: sent, rdfi, cents, account, identification }, at) => ({
            company: '1234567890',
            sec: 'PPD',
            code,
            original: `09100001${String(at + 1).padStart(7, '0')}`,
            dfi: rdfi,
            transaction: RETURNS[sent],
            cents,
            account,
            id: identification,
          })),
        );
        expect(answers.at(-1)?.sec).toBe('CCD');
      }),
      { numRuns: countOf(60) },
    );
  });

  it('notify of changes with an amount of 0 in COR batches', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(entry, { minLength: 1, maxLength: 8 }), async (entries) => {
        const answers = await answersTo(entries, 'change', 'C05');
        expect(answers.every(({ sec, cents }) => sec === 'COR' && cents === 0)).toBe(true);
        expect(answers.slice(0, -1).map(({ dfi }) => dfi)).toEqual(entries.map(({ rdfi }) => rdfi));
      }),
      { numRuns: 30 },
    );
  });

  it.each([
    ['C01', { account_number: '123456780' }],
    ['C02', { routing_number: '021000021' }],
    ['C03', { routing_number: '021000021', account_number: '123456780' }],
    ['C04', { account_holder_name: 'JANE DOE JR' }],
    ['C05', { account_type: 'savings' }],
    ['C06', { account_number: '123456780', account_type: 'savings' }],
    ['C07', { routing_number: '021000021', account_number: '123456780', account_type: 'savings' }],
  ])('correct by %s what the code is about', async (code, correction) => {
    const stage = new BankStage({ settings: { rules: [{ outcomes: [{ change: code }] }] } });
    stage.send(companyFile());
    stage.pass(2);
    const [name] = stage.list('outbound').filter((each) => each.startsWith('change'));
    const corrected: unknown[] = [];
    for await (const event of readVerifiedAchFile(() => [stage.read('outbound', name!)])) {
      if (event.kind !== 'entries') continue;
      for (const { addenda } of event.entries) {
        if (addenda?.kind === 'change') corrected.push(parseCorrectedData(code, addenda.values.corrected_data));
      }
    }
    expect(corrected).toEqual([correction]);
    stage.remove();
  });
});

describe('the simulated bank’s faults, read by the service,', () => {
  function returnWith(fault: string): Buffer[] {
    const stage = new BankStage({ faults: { faults: { [fault]: { times: 1 } } } });
    stage.send(companyFile({ batches: [{ entries: [{ cents: 1002 }, { cents: 2002 }] }] }));
    stage.pass(6);
    const files = stage.list('outbound').filter((name) => name.startsWith('return'));
    const contents = files.map((name) => stage.read('outbound', name));
    stage.remove();
    return contents;
  }

  it.each(['crlf', 'unpadded'])('are no obstacle: %s', async (fault) => {
    const [file] = returnWith(fault);
    expect(await read(file!)).toHaveLength(2);
  });

  it('need a waiver where the header is missing', async () => {
    const [file] = returnWith('no_header');
    await expect(read(file!)).rejects.toThrow(AchFileError);
    expect(await read(file!, ['missing_file_header'])).toHaveLength(2);
  });

  it('are refused where the file is truncated, and the next one is whole', async () => {
    const [truncated, whole] = returnWith('truncated');
    await expect(read(truncated!)).rejects.toThrow(AchFileError);
    expect(await read(whole!)).toHaveLength(2);
  });

  it('tell a return twice, with the same trace numbers', async () => {
    const [first, second] = await Promise.all(returnWith('duplicate_return').map((file) => read(file)));
    expect(first!.map(({ original }) => original)).toContain(second![0]!.original);
  });
});
