import { mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { versionOf } from './list-files.js';
import { loadScreeningList } from './screening-list.js';
import type { ScreeningList } from './screening-list.js';

/** Rows in the form of OFAC's files; the names are made up. */
const SDN = [
  '36,"FAKE CARIBBEAN AIRLINES",-0- ,"CUBA",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ',
  `2674,"FAKEMAN, Viktor Juri","individual","SDGT",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,"DOB 12 Mar 1961; POB Minsk; a.k.a. 'EL GORDO'; Linked To: ""FAKE BANK""."`,
  '9001,"FAKE DARYA 1","vessel","IRAN",-0- ,"9116412","Crude Oil Tanker",-0- ,-0- ,"Iran",-0- ,-0- ',
  '9002,"EP-FAK","aircraft","IRAN",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ',
];
const ALT = [
  '36,12,"aka","AERO-FAKE",-0- ',
  '2674,3,"aka","FAKEMANN, Victor",-0- ',
  '2674,4,"fka","VIKTOROV, Juri",-0- ',
  '9001,56,"fka","FAKE HELIOS",-0- ',
];
const ADD = ['36,25,-0- ,"Havana","Cuba",-0- '];

const published = (rows: readonly string[]) => `${rows.join('\r\n')}\r\n\x1A`;

describe('the SDN files of OFAC', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'sdn-'));
    put('sdn.csv', published(SDN));
    put('alt.csv', published(ALT));
    put('add.csv', published(ADD));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const put = (name: string, content: string | Buffer) => writeFileSync(join(folder, name), content);
  const load = (name = '') => loadScreeningList({ screeningListFile: join(folder, name) });
  const namesIn = ({ entries }: ScreeningList) =>
    Object.fromEntries(entries.map(({ id, names }) => [id, names.map(({ text }) => text)]));

  it('are read as published, with the aliases of alt.csv', async () => {
    const list = await load('sdn.csv');
    expect(namesIn(list)).toEqual({
      36: ['FAKE CARIBBEAN AIRLINES', 'AERO-FAKE'],
      2674: ['FAKEMAN, Viktor Juri', 'FAKEMANN, Victor', 'VIKTOROV, Juri'],
    });
    expect(new Set(list.entries.map(({ list: kind }) => kind))).toEqual(new Set(['watchlist']));
    expect(list.entries[1]?.names[0]?.name.compact).toBe('viktorjurifakeman');
  });

  it('may be named by their folder', async () => {
    expect(await load()).toEqual(await load('sdn.csv'));
  });

  it('may have names in upper case', async () => {
    for (const name of ['sdn.csv', 'alt.csv']) renameSync(join(folder, name), join(folder, name.toUpperCase()));
    expect(namesIn(await load())).toHaveProperty('36', ['FAKE CARIBBEAN AIRLINES', 'AERO-FAKE']);
  });

  it('may be in Latin-1', async () => {
    put(
      'sdn.csv',
      Buffer.from('1,"MUÑOZ, José","individual","SDNT",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ', 'latin1'),
    );
    put('alt.csv', '');
    expect(namesIn(await load())).toEqual({ 1: ['MUÑOZ, José'] });
  });

  it('have a digest that changes with the aliases, but not with the addresses', async () => {
    const before = (await load()).digest;
    put('add.csv', '');
    expect((await load()).digest).toBe(before);
    put('alt.csv', published(ALT.slice(1)));
    expect((await load()).digest).not.toBe(before);
  });

  const [first = '', second = ''] = SDN;
  it.each<[problem: string, content: string, message: RegExp]>([
    ['a row of another length', `${first}\n1,"X"`, /: line 2: must have 12 values, but has 2/],
    ['a number used twice', `${first}\n${first}`, /: line 2: ent_num 36 is already used by an earlier line/],
    ['no number', `${first}\n${second.replace('2674', '')}`, /: line 2: ent_num is not a number/],
    ['no name', `${first}\n${second.replace(/"FAKEMAN[^"]*"/, '-0- ')}`, /: line 2: SDN_Name has no letters/],
    ['vessels only', published(SDN.slice(2, 3)), /no individuals and no organizations/],
    ['a row cut off', `${first}\n${second.slice(0, 90)}`, /: line 2: a quote is not closed/],
  ])('are refused when sdn.csv has %s', async (_, content, message) => {
    put('alt.csv', '');
    put('sdn.csv', content);
    await expect(load()).rejects.toThrow(message);
  });

  it.each<[problem: string, content: string, message: RegExp]>([
    ['a row of another length', '36,12,"aka"', /: alt\.csv, line 1: must have 5 values, but has 3/],
    ['an alias of another list', '77,1,"aka","X",-0- ', /: alt\.csv, line 1: sdn\.csv has no entry 77/],
  ])('are refused when alt.csv has %s', async (_, content, message) => {
    put('alt.csv', content);
    await expect(load()).rejects.toThrow(message);
  });

  it('are refused without alt.csv', async () => {
    rmSync(join(folder, 'alt.csv'));
    await expect(load('sdn.csv')).rejects.toThrow(/sdn\.csv without alt\.csv/);
  });

  it('have another version once one of them is replaced', async () => {
    const before = await versionOf(folder);
    put('next', published(ALT.slice(1)));
    renameSync(join(folder, 'next'), join(folder, 'alt.csv'));
    const after = await versionOf(folder);
    expect(after.stamp).not.toBe(before.stamp);
    expect(after.placedAt.getTime()).toBeGreaterThanOrEqual(before.placedAt.getTime());
  });

  it('are put in place when a symbolic link is switched to them', async () => {
    const link = join(folder, 'current');
    symlinkSync(join(folder, 'sdn.csv'), link);
    const linked = await versionOf(link);
    expect(linked.placedAt.getTime()).toBeGreaterThanOrEqual((await versionOf(folder)).placedAt.getTime());
    expect(linked.stamp).not.toBe((await versionOf(folder)).stamp);
    expect((await loadScreeningList({ screeningListFile: link })).entries).toHaveLength(2);
  });
});
