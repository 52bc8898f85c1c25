import { setTimeout as sleep } from 'node:timers/promises';
import type { Transactions } from '@payments/persistence';
import type { StatementMatch } from '../../domain/statements/match-statement.js';
import { PostingsRepository } from './postings.repository.js';

const MATCH = { by: 'amount', lines: [{ id: 'line' }], postings: [{ items: ['enterprise/posting'] }] };
/** One more than two transactions store. */
const MATCHES = Array.from({ length: 5_001 }, () => MATCH as unknown as StatementMatch);

describe('storing the matches of a comparison', () => {
  async function store(outcomes: readonly (() => Promise<void>)[]): Promise<string[]> {
    const log: string[] = [];
    const run = async () => {
      const nth = log.filter((each) => each.startsWith('begin')).length;
      log.push(`begin ${nth}`);
      await outcomes[nth]!().finally(() => log.push(`end ${nth}`));
      return [];
    };
    await new PostingsRepository({ run } as unknown as Transactions).match(MATCHES).then(
      () => log.push('stored'),
      ({ message }: Error) => log.push(message),
    );
    return log;
  }
  const fails = () => Promise.reject(new Error('the connection is gone'));
  const takesLonger = () => sleep(20).then(() => undefined);

  it('takes two transactions at a time', async () => {
    expect(await store([takesLonger, takesLonger, takesLonger])).toEqual([
      ...['begin 0', 'begin 1', 'end 0', 'end 1'],
      ...['begin 2', 'end 2', 'stored'],
    ]);
  });

  it('ends every transaction before it fails, and begins no other', async () => {
    expect(await store([fails, takesLonger])).toEqual([
      'begin 0',
      'begin 1',
      'end 0',
      'end 1',
      'the connection is gone',
    ]);
  });
});
