import { createReadStream, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readVerifiedAchFile } from '@payments/rails';
import { describeEvent } from '../../../support/rails/describe-ach.js';
import type { ProgressView } from '../progress-view.js';

const LOOK_EVERY_MS = 100;

/** What is shown of the bank's directory: both sides get files by a rename, so they are whole. */
const SHOWN = [
  { folder: '.bank/received', name: /^\d{6}-(.+)$/, what: 'the bank took', station: 'file', textOf: decoded },
  {
    ...{
      folder: 'outbound',
      name: /^(acknowledgment-.+)$/,
      what: 'the bank acknowledged it',
      station: 'acknowledgment',
    },
    textOf: (path: string) => readFileSync(path, 'latin1'),
  },
  {
    ...{ folder: 'outbound', name: /^(status-.+)$/, what: 'the bank reported a status', station: 'status' },
    textOf: (path: string) => readFileSync(path, 'latin1'),
  },
  { folder: 'outbound', name: /^(return-.+)$/, what: 'the bank returned entries', station: 'return', textOf: decoded },
  {
    ...{ folder: 'outbound', name: /^(statement-.+)$/, what: 'the bank printed a statement', station: 'statement' },
    textOf: (path: string) => readFileSync(path, 'latin1'),
  },
];

/** Shows the files that pass through the directory of a simulated bank, until the signal. */
export async function showBankFiles(directory: string, view: ProgressView, until: AbortSignal): Promise<void> {
  const shown = new Set<string>();
  while (!until.aborted) {
    for (const { folder, name, what, station, textOf } of SHOWN) {
      for (const file of namesIn(join(directory, folder))) {
        const found = name.exec(file);
        const path = join(directory, folder, file);
        if (!found || shown.has(path)) continue;
        shown.add(path);
        view.reach(station);
        view.document(`${what}: ${found[1]}`, await textOf(path));
      }
    }
    await sleep(LOOK_EVERY_MS, undefined, { signal: until }).catch(() => undefined);
  }
}

const namesIn = (folder: string) => (existsSync(folder) ? readdirSync(folder).sort() : []);

async function decoded(path: string): Promise<string> {
  if (path.endsWith('.xml')) return readFileSync(path, 'utf8');
  const texts: string[] = [];
  for await (const event of readVerifiedAchFile(() => createReadStream(path))) texts.push(describeEvent(event));
  return texts.filter((text) => text !== '').join('\n');
}
