import { newId } from '@payments/kernel';
import { workContext } from './work-context.js';
import type { Tenant } from './tenant.js';
import { Log } from './log.js';
import type { LogFields } from './log.js';

const CANARY = '123-45-6789';

function recording(level = 'trace') {
  const lines: string[] = [];
  const log = new Log('api', level, { write: (line: string) => void lines.push(line) });
  const last = () => JSON.parse(lines.at(-1)!) as Record<string, unknown>;
  return { log, lines, last };
}

const unlisted = (fields: Record<string, unknown>) => fields as LogFields;

describe(Log.name, () => {
  it('is JSON with level as a word, time, process, event and allowed fields', () => {
    const { log, last } = recording();
    const fields = { method: 'GET', route: '/x/:id', status: 200, duration_ms: 1.5, error_code: 'c', count: 2 };
    log.info('request', fields);
    expect(last()).toMatchObject({
      ...fields,
      event: 'request',
      process: 'api',
      level: 'info',
      time: expect.any(Number),
    });
  });

  it.each(['info', 'warn', 'error'] as const)('of level %s never contains an unlisted field', (level) => {
    const { log, lines, last } = recording();
    const fields = unlisted({
      body: { ssn: CANARY },
      headers: { authorization: CANARY },
      url: `/x?ssn=${CANARY}`,
      query: CANARY,
      password: CANARY,
      parameters: [CANARY],
      __proto__: CANARY,
      constructor: CANARY,
      queue: 'q',
    });
    log[level]('something', fields);
    expect(lines.join()).not.toContain(CANARY);
    expect(last()).toMatchObject({ queue: 'q' });
  });

  it('carries the request id and enterprise of the current work', () => {
    const { log, last } = recording();
    const tenant = { enterpriseId: newId() } as Tenant;
    workContext.run({ requestId: 'r-1', tenant }, () => log.info('request'));
    expect(last()).toMatchObject({ request_id: 'r-1', enterprise_id: tenant.enterpriseId });
    log.info('request');
    expect('request_id' in last()).toBe(false);
  });

  it('logs only type, message, code, constraint and stack of an error', () => {
    const { log, lines, last } = recording();
    const error = Object.assign(new Error('duplicate key value violates unique constraint "persons_pkey"'), {
      code: '23505',
      constraint: 'persons_pkey',
      detail: `Key (ssn)=(${CANARY}) already exists.`,
      where: CANARY,
      hint: CANARY,
      internalQuery: CANARY,
      query: `INSERT … '${CANARY}'`,
      parameters: [CANARY],
      driverError: { detail: CANARY },
      response: { body: CANARY },
      cause: new Error(CANARY),
    });
    log.error('unexpected_error', { error });
    expect(lines.join()).not.toContain(CANARY);
    expect(last()['error']).toEqual({
      type: 'Error',
      message: error.message,
      code: '23505',
      constraint: 'persons_pkey',
      stack: expect.any(String),
    });
  });

  it.each<[string, string]>([
    ['22P02', `invalid input syntax for type uuid: "${CANARY}"`],
    ['22007', `invalid input syntax for type date: "${CANARY}"`],
    ['22003', `value "${CANARY}" is out of range for type integer`],
  ])('omits the value that Postgres quotes in a message of state %s', (code, message) => {
    const { log, lines } = recording();
    log.error('unexpected_error', { error: Object.assign(new Error(message), { code }) });
    expect(lines.join()).not.toContain(CANARY);
  });

  it.each<[string, unknown]>([
    ['text', CANARY],
    ['an object', { ssn: CANARY }],
    ['a list', [CANARY]],
  ])('omits the content of %s thrown in place of an error', (_, thrown) => {
    const { log, lines, last } = recording();
    log.error('unexpected_error', { error: thrown });
    expect(lines.join()).not.toContain(CANARY);
    expect(last()['error']).toEqual({ message: 'a value that is not an Error was thrown' });
  });

  it('ignores what Nest adds to a message: a stack or a context', () => {
    const { log, lines } = recording();
    log.error('failed to start', `stack with ${CANARY}`);
    log.warn('careful', CANARY);
    expect(lines).toHaveLength(2);
    expect(lines.join()).not.toContain(CANARY);
  });

  it('is not written for an error that Nest throws as well', () => {
    const { log, lines } = recording();
    log.error('the settings are refused', undefined, 'ExceptionHandler');
    log.error(new Error('the settings are refused'), 'ExceptionHandler');
    expect(lines).toEqual([]);
  });

  it('describes an error that Nest passes in place of an event', () => {
    const { log, last } = recording();
    log.error(new Error('no route to the database'), 'PassportModule');
    expect(last()).toMatchObject({
      event: 'unexpected_error',
      error: { type: 'Error', message: 'no route to the database' },
    });
  });

  it('is written at the configured level and above', () => {
    const { log, lines } = recording('warn');
    log.info('quiet');
    log.debug('quiet');
    log.log('quiet');
    log.warn('heard');
    log.error('heard');
    expect(lines).toHaveLength(2);
  });
});
