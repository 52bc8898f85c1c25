import { newId } from '@payments/kernel';
import { workContext } from '@payments/observability';
import type { Secrets } from '@payments/persistence';
import { RandomStatementCodes } from './random-statement-codes.js';

const secrets = { nameOf: (purpose: string, subject: string) => Buffer.from(`${purpose}|${subject}`) };
const codes = new RandomStatementCodes(secrets as unknown as Secrets);
const enterpriseId = newId();
const as = <T>(environment: 'sandbox' | 'production', work: () => T, of = enterpriseId) =>
  workContext.run({ requestId: 'test', tenant: { enterpriseId: of, environment } as never }, work);

describe(RandomStatementCodes.name, () => {
  it('makes four characters that nobody takes for others', () => {
    const made = as('production', () => Array.from({ length: 3_000 }, () => codes.make()));
    expect(made.filter((code) => !/^[2-9A-HJKMNP-TV-Z]{4}$/.test(code))).toEqual([]);
    // All of the alphabet, and hardly any twice among 810 000.
    expect(new Set(made.join('')).size).toBe(30);
    expect(new Set(made).size).toBeGreaterThan(2_900);
  });

  it('makes the same one in the sandbox, where no statement shows it', () => {
    expect(as('sandbox', () => codes.make())).toBe('0000');
  });

  it('matches the code of this verification of this enterprise, in either case of letters', () => {
    const id = newId();
    const hash = as('production', () => codes.hash(id, 'K7WQ'));
    const matches = (...[code, of, enterprise]: [string, string?, string?]) =>
      as('production', () => codes.matches(of ?? id, code, hash), enterprise);
    expect([matches('K7WQ'), matches('k7wq')]).toEqual([true, true]);
    expect([matches('K7WP'), matches('K7WQ', newId()), matches('K7WQ', id, newId())]).toEqual([false, false, false]);
  });
});
