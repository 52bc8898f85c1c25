import { Log } from './log.js';
import { prettyStream } from './log-lines.js';

function recording(colors = false) {
  const lines: string[] = [];
  const log = new Log('api', 'info', prettyStream({ write: (line) => lines.push(line) }, colors));
  return { log, lines };
}

describe(`${Log.name} with LOG_FORMAT=pretty`, () => {
  it('writes time of day, process, level, event and fields as text', () => {
    const { log, lines } = recording();
    log.info('request', { method: 'GET', status: 200 });
    log.warn('slow', { duration_ms: 1500 });
    expect(lines).toEqual([
      expect.stringMatching(/^\d\d:\d\d:\d\d\.\d{3} api info {2}request method=GET status=200\n$/),
      expect.stringMatching(/^\d\d:\d\d:\d\d\.\d{3} api warn {2}slow duration_ms=1500\n$/),
    ]);
  });

  it('shows the message of an error, and its stack below', () => {
    const { log, lines } = recording();
    log.error('job', { error: new Error('no disk') });
    expect(lines[0]).toMatch(/api error job \(no disk\)\nError: no disk\n {4}at /);
  });

  it('colors only where the stream shows colors', () => {
    const [plain, colored] = [recording(), recording(true)];
    for (const { log } of [plain, colored]) log.error('job');
    expect(plain.lines[0]).not.toContain('\u001b');
    expect(colored.lines[0]).toContain('\u001b[31merror\u001b[39m job');
  });

  it('leaves other text unchanged', () => {
    const lines: string[] = [];
    const stream = prettyStream({ write: (line) => lines.push(line) }, true);
    for (const text of ['{ no json\n', 'Warning: deprecated\n']) stream.write(text);
    expect(lines).toEqual(['{ no json\n', 'Warning: deprecated\n']);
  });
});
