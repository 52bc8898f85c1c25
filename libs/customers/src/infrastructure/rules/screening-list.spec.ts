import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConfigError, loadConfig } from '@payments/config';
import { loadScreeningList, parseScreeningList } from './screening-list.js';

const HEADER = 'ent_num,SDN_Name,SDN_Type,aliases,list';

const ROWS = 1_000;

/** In how many turns of the event loop the work goes on, where each look at the clock finds 10 ms gone. */
async function turnsOf(work: () => Promise<unknown>): Promise<number> {
  const turns = new Set<number>();
  let [turn, now, isDone] = [0, 0, false];
  const next = () => {
    turn += 1;
    if (!isDone) setImmediate(next);
  };
  const clock = jest.spyOn(performance, 'now').mockImplementation(() => {
    turns.add(turn);
    return (now += 10);
  });
  setImmediate(next);
  await work();
  isDone = true;
  clock.mockRestore();
  return turns.size;
}

describe('the screening list', () => {
  it('has entries with their names, aliases and kinds', async () => {
    const entries = await parseScreeningList(
      [HEADER, '36,"BIN FAKE, Ali",individual,"FAKE, Ali; Abu Fake;",', '37,Acme Trading Co.,-0-,-0-,Alertlist'].join(
        '\n',
      ),
    );
    expect(entries.map(({ id, list, names }) => [id, list, names.map(({ text }) => text)])).toEqual([
      ['36', 'watchlist', ['BIN FAKE, Ali', 'FAKE, Ali', 'Abu Fake']],
      ['37', 'alertlist', ['Acme Trading Co.']],
    ]);
    expect(entries[0]?.names[0]?.name.compact).toBe('alibinfake');
    expect(entries[1]?.names[0]?.name.compact).toBe('acmetrading');
  });

  it('takes its columns in any order and letter case, and others too', async () => {
    const entries = await parseScreeningList('Program,sdn_name,ENT_NUM\nSDGT,Acme,1\n');
    expect(entries).toMatchObject([{ id: '1', list: 'watchlist', names: [{ text: 'Acme' }] }]);
  });

  it('leaves ships and aircraft out', async () => {
    const rows = ['1,Sea Fake,vessel,,', '2,EP-FAK,Aircraft,,', '3,Fake Lines,,,'];
    const entries = await parseScreeningList([HEADER, ...rows].join('\n'));
    expect(entries.map(({ id }) => id)).toEqual(['3']);
  });

  it.each([
    ['without a header', '36,"BIN FAKE, Ali",individual,,', /^line 1: .*missing: ent_num, sdn_name$/],
    ['that is empty', '', /^line 1: .*missing/],
    ['without entries', HEADER, /^line 1: the file has no entries/],
    ['that names a column twice', 'ent_num,sdn_name,SDN_NAME\n1,a,b', /^line 1: duplicate column sdn_name/],
    ['with a row of another length', `${HEADER}\n1,Acme`, /^line 2: must have 5 values, but has 2/],
    ['with an entry that has no number', `${HEADER}\n-0-,Acme,,,`, /^line 2: ent_num is empty/],
    ['with an entry that has no name', `${HEADER}\n1,-0-,,,`, /^line 2: SDN_Name has no letters/],
    [
      'with the same number twice',
      `${HEADER}\n1,Acme,,,\n1,Apex,,,`,
      /^line 3: ent_num 1 is already used by an earlier line/,
    ],
    ['of an unknown kind', `${HEADER}\n1,Acme,,,blacklist`, /^line 2: list must be watchlist or alertlist/],
    ['with a quote that is not closed', `${HEADER}\n1,"Acme,,,`, /^line 2: a quote is not closed/],
  ])('is refused when it is one %s', async (_, text, message) => {
    await expect(parseScreeningList(text)).rejects.toThrow(message);
  });
});

describe('the file of the screening list', () => {
  let directory: string;
  beforeAll(() => {
    directory = mkdtempSync(join(tmpdir(), 'screening-'));
  });
  afterAll(() => rmSync(directory, { recursive: true }));

  const load = (path?: string) =>
    loadScreeningList(
      loadConfig({ VERIFICATION_PROVIDER: 'rules', ...(path !== undefined && { SCREENING_LIST_FILE: path }) }),
    );
  const fileOf = (content: string | Buffer) => {
    const path = join(directory, 'list.csv');
    writeFileSync(path, content);
    return path;
  };

  it('is read with its digest; a byte-order mark and the end-of-file character of DOS do not matter', async () => {
    const list = await load(fileOf(`\uFEFF${HEADER}\r\n1,Acmé,,,\r\n\x1A\r\n`));
    expect(list.digest).toMatch(/^[0-9a-f]{64}$/);
    expect(list.entries.map(({ names }) => names[0]?.text)).toEqual(['Acmé']);
  });

  it.each<[form: string, files: (numbers: readonly number[]) => Record<string, string[]>]>([
    [
      'one CSV file',
      (numbers) => ({ 'sdn.csv': [HEADER, ...numbers.map((n) => `${n},"FAKEMAN ${n}, Viktor",individual,,`)] }),
    ],
    [
      "OFAC's files",
      (numbers) => ({
        'sdn.csv': numbers.map((n) => `${n},"FAKEMAN ${n}, Viktor","individual"${',-0- '.repeat(9)}`),
        'alt.csv': numbers.map((n) => `${n},${n},"aka","FAKEMANN ${n}, Victor",-0- `),
      }),
    ],
  ])('yields to the event loop every 10 ms while rows of %s are read', async (_, filesOf) => {
    const folder = mkdtempSync(join(directory, 'long-'));
    const files = filesOf(Array.from({ length: ROWS }, (_row, index) => index + 1));
    for (const [name, rows] of Object.entries(files)) writeFileSync(join(folder, name), rows.join('\n'));
    const turns = await turnsOf(async () => {
      expect((await load(join(folder, 'sdn.csv'))).entries).toHaveLength(ROWS);
    });
    expect(turns).toBeGreaterThan(ROWS);
  });

  it.each<[string, () => string | undefined, RegExp]>([
    ['is not named', () => undefined, /is not set/],
    ['is not there', () => join(directory, 'missing.csv'), /cannot be read \(ENOENT\)/],
    ['is a folder without sdn.csv', () => directory, /is a folder without sdn\.csv/],
    ['is not in UTF-8', () => fileOf(Buffer.from([0x61, 0xff, 0xfe])), /is not UTF-8/],
    ['is broken', () => fileOf(`${HEADER}\n1,"Acme`), /line 2: a quote/],
  ])('stops the start with one line that names the setting when it %s', async (_, path, problem) => {
    let caught: unknown;
    try {
      await load(path());
    } catch (error) {
      caught = error;
    }
    expect(caught).toBeInstanceOf(ConfigError);
    const { message } = caught as ConfigError;
    expect(message).toMatch(/^SCREENING_LIST_FILE: [^\n]+$/);
    expect(message).toMatch(problem);
  });
});
