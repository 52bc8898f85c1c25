import { readable as readableIn } from './log-view.js';

const readable = (line: string) => readableIn(line, false);

test('shortens a JSON log line to its event, error and fields', () => {
  const line = {
    level: 'error',
    time: 1,
    process: 'api',
    event: 'job_failed',
    queue: 'files',
    error: { message: 'no disk' },
  };
  expect(readable(JSON.stringify(line))).toBe('error job_failed (no disk) queue=files');
  expect(readable('{"level":"warn","event":"slow","duration_ms":12}')).toBe('warn slow duration_ms=12');
});

test('omits lines below warning level and those of libraries, and keeps other text unchanged', () => {
  expect(readable('{"level":"info","event":"request"}')).toBeUndefined();
  const library = {
    level: 'error',
    event: 'Unable to connect to the database. Retrying (1)...',
    context: 'TypeOrmModule',
  };
  expect(readable(JSON.stringify(library))).toBeUndefined();
  expect(readable('Error: at start')).toBe('Error: at start');
  expect(readable('{ not json')).toBe('{ not json');
});
