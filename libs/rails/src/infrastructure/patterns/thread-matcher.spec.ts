import { InboundFileError } from '../../domain/inbound/inbound-diagnostic.js';
import { matchLines } from './thread-matcher.js';

describe('the matching of report lines', () => {
  it('gives the groups of the first pattern that fits each line', async () => {
    const patterns = [
      '^FILE (?<file>\\S+) (?<status>\\w+)$',
      '^ENTRY (?<trace>\\d{15}) (?<status>\\w+)(?: (?<reason>\\w+))?',
    ];
    const lines = ['FILE a.ach ACCEPTED', 'PAGE 1', 'ENTRY 091000010000002 REJECTED R03'].map((text, at) => ({
      ...{ line: at + 1, text },
    }));
    expect(await matchLines({ lines, patterns })).toEqual([
      { line: 1, pattern: 0, groups: { file: 'a.ach', status: 'ACCEPTED' } },
      { line: 3, pattern: 1, groups: { trace: '091000010000002', status: 'REJECTED', reason: 'R03' } },
    ]);
  });

  it('ends when a pattern backtracks', async () => {
    const lines = [{ line: 1, text: 'a'.repeat(900) }];
    await expect(matchLines({ lines, patterns: ['^a+$'] })).resolves.toHaveLength(1);
    const matching = matchLines({ lines, patterns: ['^(?:a+)+b(?<status>x)'] }, 200);
    await expect(matching).rejects.toThrow(InboundFileError);
  });
});
