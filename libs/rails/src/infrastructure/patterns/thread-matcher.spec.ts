import { InboundFileError } from '../../domain/inbound/inbound-diagnostic.js';
import { ThreadMatcher } from './thread-matcher.js';

const matcher = new ThreadMatcher();

describe('the matching of report lines', () => {
  it('gives the groups of the first pattern that fits each line', async () => {
    const patterns = [
      '^FILE (?<file>\\S+) (?<status>\\w+)$',
      '^ENTRY (?<trace>\\d{15}) (?<status>\\w+)(?: (?<reason>\\w+))?',
    ];
    const lines = ['FILE a.ach ACCEPTED', 'PAGE 1', 'ENTRY 091000010000002 REJECTED R03'].map((text, at) => ({
      ...{ line: at + 1, text },
    }));
    expect(await matcher.match({ lines, patterns })).toEqual([
      { line: 1, pattern: 0, groups: { file: 'a.ach', status: 'ACCEPTED' } },
      { line: 3, pattern: 1, groups: { trace: '091000010000002', status: 'REJECTED', reason: 'R03' } },
    ]);
  });

  it('ends when a pattern backtracks', async () => {
    const lines = [{ line: 1, text: 'a'.repeat(900) }];
    await expect(matcher.match({ lines, patterns: ['^a+$'] })).resolves.toHaveLength(1);
    const matching = matcher.match({ lines, patterns: ['^(?:a+)+b(?<status>x)'] }, 200);
    await expect(matching).rejects.toThrow(InboundFileError);
  });
});
