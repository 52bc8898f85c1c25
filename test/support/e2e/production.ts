import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PaymentsClient } from '@payments/client';
import { runCommand } from '../command.js';
import type { MockProcessor } from './mock-processor.js';
import { ENTERPRISE, ServiceOnDatabase } from './service-on-database.js';

const SCREENING = 'ent_num,SDN_Name,SDN_Type,aliases,list\n9001,"FAKEMAN, Viktor Juri",individual,,watchlist\n';
/** The bank of all test accounts: payouts at speed `asap` go by RTP, which has no windows or weekends. */
const BANKS = 'routing_number,rtp,fednow\n021000021,true,false\n';

export interface Production {
  readonly service: ServiceOnDatabase;
  /** Of a funded enterprise. */
  readonly client: PaymentsClient;
  stop(): Promise<void>;
}

/** A service of production as an operator sets one up: with a processor, a screening list, a directory, and a wire. */
export async function startProduction(
  mock: MockProcessor,
  { cents, settings = {} }: { readonly cents: number; readonly settings?: Readonly<Record<string, string>> },
): Promise<Production> {
  const directory = mkdtempSync(join(tmpdir(), 'production-'));
  const [screening, banks] = [join(directory, 'screening.csv'), join(directory, 'banks.csv')];
  writeFileSync(screening, SCREENING);
  writeFileSync(banks, BANKS);
  const service = await ServiceOnDatabase.start({
    ENVIRONMENT: 'production',
    SCREENING_LIST_FILE: screening,
    ...mock.settings,
    ...settings,
  });
  const { environment } = service.database;
  await runCommand(['directory', 'load', banks], environment);
  const client = await service.client();
  await runCommand(['balance', 'credit', '--enterprise', ENTERPRISE, '--amount', String(cents)], environment);
  return {
    service,
    client,
    stop: async () => {
      await service.stop();
      rmSync(directory, { recursive: true });
    },
  };
}
