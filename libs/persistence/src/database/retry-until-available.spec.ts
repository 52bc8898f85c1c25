import { ConfigError } from '@payments/config';
import { retryUntilAvailable } from './retry-until-available.js';

const refused = () => Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' });

describe(retryUntilAvailable.name, () => {
  it('asks again while the database cannot be reached, and answers what it says in the end', async () => {
    let refusals = 1;
    const ask = () => (refusals-- > 0 ? Promise.reject(refused()) : Promise.resolve('ready'));
    expect(await retryUntilAvailable(ask)).toBe('ready');
  });

  it('gives up after its patience, in one line that names the setting, the cause and the remedy', async () => {
    const told = await retryUntilAvailable(() => Promise.reject(refused()), 0).catch((error: unknown) => error);
    expect(told).toBeInstanceOf(ConfigError);
    expect((told as Error).message).toBe(
      'DATABASE_URL: cannot connect (connect ECONNREFUSED 127.0.0.1:5432); check the URL and the login',
    );
  });

  it('names the code where an error has no message, as of a name with several addresses', async () => {
    const several = Object.assign(new AggregateError([refused()]), { code: 'ECONNREFUSED' });
    await expect(retryUntilAvailable(() => Promise.reject(several), 0)).rejects.toThrow('(ECONNREFUSED)');
  });

  it('throws errors other than a lost database at once', async () => {
    const wrong = new ConfigError('DATABASE_URL: 3 migrations are pending');
    let asked = 0;
    const ask = () => Promise.reject((asked++, wrong));
    await expect(retryUntilAvailable(ask)).rejects.toBe(wrong);
    expect(asked).toBe(1);
  });
});
