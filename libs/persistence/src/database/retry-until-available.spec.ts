import { ConfigError } from '@payments/config';
import { retryUntilAvailable } from './retry-until-available.js';

const refused = () => Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' });

describe(retryUntilAvailable.name, () => {
  it('retries while the database is unreachable, then returns its result', async () => {
    let refusals = 1;
    const ask = () => (refusals-- > 0 ? Promise.reject(refused()) : Promise.resolve('ready'));
    expect(await retryUntilAvailable(ask)).toBe('ready');
  });

  it('gives up after the time limit with setting, cause and remedy', async () => {
    const error = await retryUntilAvailable(() => Promise.reject(refused()), 0).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(ConfigError);
    expect((error as Error).message).toBe(
      "DATABASE_URL: cannot connect (connect ECONNREFUSED 127.0.0.1:5432); check the URL and the login, which 'payments migrate' creates",
    );
  });

  it('reports the code of an error without a message', async () => {
    const several = Object.assign(new AggregateError([refused()]), { code: 'ECONNREFUSED' });
    await expect(retryUntilAvailable(() => Promise.reject(several), 0)).rejects.toThrow('(ECONNREFUSED)');
  });

  it('throws errors other than an outage at once', async () => {
    const wrong = new ConfigError('DATABASE_URL: 3 migrations are pending');
    let asked = 0;
    const ask = () => Promise.reject((asked++, wrong));
    await expect(retryUntilAvailable(ask)).rejects.toBe(wrong);
    expect(asked).toBe(1);
  });
});
