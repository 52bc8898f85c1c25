import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { INestApplicationContext } from '@nestjs/common';
import { readVerifiedAchFile } from '@payments/rails';
import type { AchEntry } from '@payments/rails';
import { bankCompany, bankProfile } from '@payments/testing';
import { Profiles } from '../../../libs/rails/src/application/ports.js';
import { startTestService } from '../service.js';
import type { TestService } from '../service.js';

/** That of the simulated bank. */
const ACCOUNT = { SETTLEMENT_ACCOUNT: '1000200030' };

type Json = Record<string, unknown>;

interface BankServiceOptions extends NonNullable<Parameters<typeof startTestService>[2]> {
  /** The directory of the bank, if it has one. */
  readonly root?: string;
  /** What the bank does to read a file that is encrypted. */
  readonly open?: (bytes: Buffer) => Promise<Buffer>;
}

/** A service whose processor sends files to a bank in a directory. */
export interface BankService {
  readonly service: TestService;
  /** The directory of the bank. */
  readonly root: string;
  /** Lets an enterprise use the connection: in BANKS_FILE, and in processes that have read it already. */
  admit(enterpriseId: string, ...processes: readonly INestApplicationContext[]): void;
  /** The names of the files that the bank has, without those that are being written. */
  names(): string[];
  bytes(name: string): Buffer;
  /** The entries of all files that the bank has. */
  entries(): Promise<AchEntry[]>;
  stop(): Promise<void>;
}

export async function startBankService(
  changes: Json = {},
  settings: Readonly<Record<string, string>> = {},
  { root: given, open = (bytes) => Promise.resolve(bytes), ...options }: BankServiceOptions = {},
): Promise<BankService> {
  const folder = mkdtempSync(join(tmpdir(), 'bank-service-'));
  const root = given ?? join(folder, 'bank');
  for (const directory of ['inbound', 'outbound']) mkdirSync(join(root, directory), { recursive: true });
  const profile = bankProfile({
    channel: { kind: 'directory', root },
    release: { first_files_manual: 0 },
    timing: { settlement_grace_minutes: 0 },
    outbound: { directory: '/inbound', name: '{origin}_{date}_{time}_{modifier}_{sequence}.ach' },
    inbound: [],
    ...changes,
  });
  const banksFile = join(folder, 'banks.json');
  writeFileSync(banksFile, JSON.stringify(profile), { mode: 0o600 });
  const all = { PROCESSOR: 'bank', BANKS_FILE: banksFile, ...ACCOUNT, ...settings };
  const service = await startTestService(all, undefined, options);
  const admitted: Json[] = [];
  const names = () =>
    readdirSync(join(root, 'inbound'))
      .filter((name) => !name.startsWith('.') && !name.endsWith('.part'))
      .sort();
  const bytes = (name: string) => readFileSync(join(root, 'inbound', name));
  return {
    ...{ service, root, names, bytes },
    admit: (enterpriseId, ...processes) => {
      admitted.push(bankCompany({ enterprise_id: enterpriseId }));
      const [connection] = profile['connections'] as Json[];
      writeFileSync(banksFile, JSON.stringify({ connections: [{ ...connection, companies: admitted }] }));
      for (const process of [service.api, ...processes]) admit(process.get(Profiles, { strict: false }), enterpriseId);
    },
    entries: async () => {
      const found: AchEntry[] = [];
      for (const name of names()) {
        const content = await open(bytes(name));
        for await (const event of readVerifiedAchFile(() => [content])) {
          if (event.kind === 'entries') found.push(...event.entries);
        }
      }
      return found;
    },
    stop: async () => {
      await service.stop();
      rmSync(folder, { recursive: true });
    },
  };
}

function admit(profiles: Profiles, enterprise_id: string): void {
  const [connection] = profiles.connections;
  const company = bankCompany({ enterprise_id, discretionary_data: '', purpose: 'goods' }) as never;
  const { offered } = profiles as unknown as { offered: Map<string, unknown> };
  if (offered.has(`${enterprise_id}/ach`)) return;
  (connection!.companies as unknown[]).push(company);
  for (const [rail, carrier] of Object.entries(connection!.rails)) {
    if (carrier !== 'off') offered.set(`${enterprise_id}/${rail}`, { connection, company });
  }
}
