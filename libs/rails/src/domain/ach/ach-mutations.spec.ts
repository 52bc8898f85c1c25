import { countOf, inboundAchFiles } from '@payments/testing';
import fc from 'fast-check';
import { AchFileError } from './ach-diagnostic.js';
import type { AchEntry } from './ach-events.js';
import { readAchFile } from './ach-file-reader.js';
import { transactionCodes } from './transaction-code.table.js';

/** What a matching of returns and changes relies on: which entry it is about, and the money. */
interface Result {
  readonly company: string;
  readonly original: string;
  readonly dfi: string;
  readonly cents: number;
  readonly direction: string;
}

function resultOf({ detail, addenda }: AchEntry, company: string): Result | undefined {
  if (addenda === null || addenda.kind === 'remittance') return undefined;
  const { original_trace: original, original_receiving_dfi: dfi } = addenda.values;
  return {
    company,
    original,
    dfi,
    cents: detail.amount,
    direction: transactionCodes.get(detail.transaction_code)!.direction,
  };
}

/** The results of a file; undefined for a file in quarantine. Any other error than the reader's fails the test. */
async function resultsOf(bytes: Uint8Array): Promise<Result[] | undefined> {
  const results: Result[] = [];
  try {
    for await (const event of readAchFile([bytes])) {
      if (event.kind !== 'entries') continue;
      results.push(...event.entries.flatMap((entry) => resultOf(entry, event.batch.header.company_id) ?? []));
    }
    return results;
  } catch (error) {
    if (error instanceof AchFileError) return undefined;
    throw error;
  }
}

describe('a file of returns and changes with one byte changed', () => {
  it.each(inboundAchFiles.map((bytes, at) => ({ name: at + 1, bytes })))(
    'is refused, is about no sent entry, or is about the same entry and cents: file $name of 20',
    async ({ bytes }) => {
      const [sent] = (await resultsOf(bytes))!;
      const wrong: string[] = [];
      for (let at = 0; at < bytes.length; at++) {
        for (const value of [bytes[at]! ^ 1, 0x20, 0x37].filter((each) => each !== bytes[at])) {
          const mutated = Buffer.from(bytes);
          mutated[at] = value;
          const results = (await resultsOf(mutated)) ?? [];
          // Another trace, bank, company or direction than the sent entry's matches nothing and becomes an exception.
          const matching = results.filter(
            ({ company, original, dfi, direction }) =>
              company === sent!.company &&
              original === sent!.original &&
              dfi === sent!.dfi &&
              direction === sent!.direction,
          );
          if (matching.some(({ cents }) => cents !== sent!.cents) || matching.length > 1) wrong.push(`byte ${at}`);
        }
      }
      expect(wrong).toEqual([]);
    },
  );
});

describe('the reader of NACHA files, given random bytes', () => {
  const runs = { numRuns: countOf(20_000, 'FUZZ_INPUTS') };

  it('refuses them with its own error', async () => {
    const bytes = fc.uint8Array({ maxLength: 400 });
    await fc.assert(
      fc.asyncProperty(bytes, async (each) => expect(await resultsOf(each)).toBeUndefined()),
      runs,
    );
  });

  it('refuses lines of plausible characters with its own error', async () => {
    const line = fc.string({ unit: fc.constantFrom(...'1567890 \n\rA'), maxLength: 400 });
    const property = fc.asyncProperty(line, async (each) => expect(await resultsOf(Buffer.from(each))).toBeUndefined());
    await fc.assert(property, runs);
  });

  it('refuses cut, repeated and mixed up lines of real files, or reads them, without another error', async () => {
    const lines = inboundAchFiles.flatMap((file) => file.toString('latin1').split(/\r?\n/));
    const mixed = fc.array(fc.tuple(fc.constantFrom(...lines), fc.integer({ min: 90, max: 94 })), { maxLength: 12 });
    const property = fc.asyncProperty(mixed, async (drawn) => {
      await resultsOf(Buffer.from(drawn.map(([text, length]) => `${text.slice(0, length)}\n`).join('')));
    });
    await fc.assert(property, { numRuns: countOf(5_000, 'FUZZ_INPUTS') });
  });
});
