import { isLockTimeout, isRetryable, isUnavailable, violatedUnique } from './sqlstate.js';

const failure = (code: unknown, constraint?: string) => Object.assign(new Error('failed'), { code, constraint });

describe('the states of a failed statement', () => {
  it.each([
    '08000',
    '08003',
    '08006',
    '53000',
    '53100',
    '53200',
    '53300',
    '57P01',
    '57P02',
    '57P03',
    '57014',
    '55P03',
    '25P03',
    '25006',
    'ECONNREFUSED',
    'ECONNRESET',
    'EPIPE',
    'ETIMEDOUT',
    'ENOTFOUND',
    'EAI_AGAIN',
    'EHOSTUNREACH',
    'ENETUNREACH',
  ])('%s means that the database is unavailable', (code) => {
    expect(isUnavailable(failure(code))).toBe(true);
  });

  it.each(['23505', '23503', '22P02', '42501', '40001', '40P01', 'P0001', 'EACCES', '08', '5300', undefined, 8006])(
    '%s does not mean an outage',
    (code) => {
      expect(isUnavailable(failure(code))).toBe(false);
    },
  );

  it.each([
    'Query read timeout',
    'timeout exceeded when trying to connect',
    'Connection terminated unexpectedly',
    'Connection terminated due to connection timeout',
    'Client has encountered a connection error and is not queryable',
  ])("the driver's message %j means an outage, too", (message) => {
    expect(isUnavailable(new Error(message))).toBe(true);
  });

  it.each([
    'could not commit transaction for shard 102061 on at least one active node',
    'failure on connection marked as essential: 10.0.0.2:5432',
  ])('a distributed database that lost a server before the commit is unavailable: %j', (message) => {
    expect(isUnavailable(Object.assign(new Error(message), { code: 'XX000' }))).toBe(true);
    expect(isUnavailable(Object.assign(new Error(message), { code: 'P0001' }))).toBe(false);
    expect(isUnavailable(Object.assign(new Error(`cannot: ${message}`), { code: 'XX000' }))).toBe(false);
  });

  it('a value that is not an error is not a database outage', () => {
    expect([undefined, null, 'ECONNREFUSED', { code: '08006' }].some(isUnavailable)).toBe(false);
    expect([undefined, null, { code: '40001' }].some(isRetryable)).toBe(false);
  });

  it('only serialization failures and deadlocks are retried', () => {
    expect(['40001', '40P01'].every((code) => isRetryable(failure(code)))).toBe(true);
    expect(
      ['40002', '40003', '23505', '57014', '55P03', '08006', undefined].some((code) => isRetryable(failure(code))),
    ).toBe(false);
  });

  it('a lock timeout is distinguished from every other error', () => {
    expect(['55P03', '57014', '40P01', undefined].filter((code) => isLockTimeout(failure(code)))).toEqual(['55P03']);
  });

  it('a violated unique constraint is identified by its name', () => {
    expect(violatedUnique(failure('23505', 'enterprises_name'))).toBe('enterprises_name');
    const fromCitus = 'duplicate key value violates unique constraint "enterprises_name_102009"';
    expect(violatedUnique(Object.assign(new Error(fromCitus), { code: '23505' }))).toBe('enterprises_name');
    expect(violatedUnique(failure('23503', 'some_foreign_key'))).toBeUndefined();
    expect(violatedUnique(new Error('duplicate key'))).toBeUndefined();
    expect(violatedUnique(undefined)).toBeUndefined();
  });
});
