import { Clock, newId } from '@payments/kernel';
import { Log, Metrics } from '@payments/observability';
import { ConnectionLeases, Entries, Files, Payloads, TraceNumbers } from '@payments/rails';
import type { Connection } from '@payments/rails';
import { CutFiles } from '../../libs/rails/src/application/cut-files.js';
import { FileStorage } from '../../libs/rails/src/application/file-storage.js';
import { RenderFile } from '../../libs/rails/src/application/render-file.js';
import { StopReversals } from '../../libs/rails/src/application/reversals/stop-reversals.js';
import { SealFile } from '../../libs/rails/src/application/seal-file.js';
import { TenantWork } from '../../libs/rails/src/application/tenant-work.js';
import { aFile, anEntry, startRailsStage } from '../support/rails/rails-stage.js';
import type { RailsStage } from '../support/rails/rails-stage.js';
import { guards } from '../support/guards.js';

guards('libs/rails/src', 'apps/cli/src');

describe('a file that a dead worker was building', () => {
  let stage: RailsStage;
  beforeAll(async () => {
    stage = await startRailsStage();
  });
  afterAll(() => stage.stop());

  it('never leaves without entries of an enterprise that the profile has lost since', async () => {
    const get = <T>(type: abstract new (...args: never[]) => T) => stage.app.get<T>(type, { strict: false });
    const { id, as } = await stage.enterprise();
    const file = await get(Files).open(aFile({ window_key: `ach/${newId()}` }));
    const entry = anEntry();
    await as(() => get(Entries).add(newId(), [entry]));
    await stage.service.database.query(
      `UPDATE rails.entries SET state = 'filed', file_id = $2, trace = '1', epoch = 0 WHERE id = $1`,
      [entry.id, file.id],
    );
    const stores = [get(Files), get(Entries), get(Payloads), get(TraceNumbers), get(ConnectionLeases)] as const;
    const storage = new FileStorage(...stores, get(StopReversals));
    const [tenantWork, clock] = [get(TenantWork), get(Clock)];
    const seal = new SealFile(storage, tenantWork, get(RenderFile), clock, get(Metrics), new Log('test', 'fatal'));
    const cut = new CutFiles(storage, {} as never, tenantWork, {} as never, seal, clock);
    const limits = { file_entries: 10, file_batches: 10, file_debit_cents: 1e6, file_credit_cents: 1e6 };
    const connection = { name: 'first-bank', companies: [], limits, ach: { offset: 'unbalanced' } };
    await expect(cut.execute(connection as unknown as Connection)).rejects.toThrow(
      `first-bank has entries of enterprise ${id}, but no company for it`,
    );
    expect(await get(Files).find(file.id)).toMatchObject({ state: 'building' });
  });
});
