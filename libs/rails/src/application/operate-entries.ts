import { Injectable } from '@nestjs/common';
import { Clock } from '@payments/kernel';
import { Audit } from '@payments/persistence';
import type { FileState } from '../domain/file-state.js';
import type { Decision } from './file-audit.js';
import { FileOperationError } from './operate-files.js';
import { Entries, Files } from './ports.js';
import { RecordResults } from './record-results.js';
import { ShownEntries } from './shown-entries.js';
import type { ShownEntry, ShownResult } from './shown-entries.js';
import { TenantWork } from './tenant-work.js';

/** An entry of one of the enterprises, with what became of it. */
export interface FoundEntry {
  readonly enterprise_id: string;
  readonly entry: ShownEntry;
  readonly file: FileState | undefined;
  readonly results: readonly ShownResult[];
}

/** What the rejection of an order that an operator pulled says. */
const PULLED = 'HELD';

/** Rejects an order that waits for its file. In the current unit of work. */
@Injectable()
export class PullOrder {
  constructor(
    private readonly entries: Entries,
    private readonly results: RecordResults,
    private readonly audit: Audit,
    private readonly clock: Clock,
  ) {}

  /** @returns whether it was still waiting. */
  async execute({ id, end_to_end_id }: Pick<ShownEntry, 'id' | 'end_to_end_id'>, reason: string): Promise<boolean> {
    const takenAt = await this.entries.lockIfWaiting(id);
    if (takenAt === undefined) return false;
    const at = new Date(Math.max(takenAt.getTime(), this.clock.now().getTime()));
    await this.entries.move([id], { to: 'rejected', at, code: PULLED });
    const result = { end_to_end_id, kind: 'rejected', code: PULLED, trace: null } as const;
    await this.results.execute([{ ...result, key: `${end_to_end_id}-x`, occurred_at: at }]);
    await this.audit.record({
      ...{ action: 'entry.withdrawn', subject_type: 'entry', subject_id: id },
      ...{ before: { state: 'waiting' }, after: { state: 'rejected', reason } },
    });
    return true;
  }
}

/** What operators do with single entries. */
@Injectable()
export class OperateEntries {
  constructor(
    private readonly pulling: PullOrder,
    private readonly shown: ShownEntries,
    private readonly files: Files,
    private readonly tenantWork: TenantWork,
  ) {}

  /** Those with an end-to-end id, of all enterprises or of one: other enterprises may have the same. */
  async find(endToEndId: string, enterpriseId?: string): Promise<FoundEntry[]> {
    const found: FoundEntry[] = [];
    const ids = enterpriseId === undefined ? await this.tenantWork.enterpriseIds() : [enterpriseId];
    for (const enterprise_id of ids) {
      const own = await this.tenantWork.read(enterprise_id, async () => {
        const entry = await this.shown.find(endToEndId);
        return entry && { entry, results: await this.shown.results(endToEndId) };
      });
      if (own === undefined) continue;
      const file = own.entry.file_id === null ? undefined : await this.files.find(own.entry.file_id);
      found.push({ enterprise_id, file, ...own });
    }
    return found;
  }

  /**
   * Pulls an order that waits for its file; the service hears of it as rejected.
   * @throws FileOperationError
   */
  async withdraw(endToEndId: string, decision: Decision, enterpriseId?: string): Promise<FoundEntry> {
    const { enterprise_id, entry } = await this.one(endToEndId, enterpriseId);
    const pull = () => this.pulling.execute(entry, decision.reason);
    const isPulled = await this.tenantWork.run(enterprise_id, pull, decision.actor);
    const after = await this.one(endToEndId, enterprise_id);
    if (isPulled) return after;
    throw new FileOperationError(whyNot(after));
  }

  /** @throws FileOperationError unless exactly one enterprise has it. */
  async one(endToEndId: string, enterpriseId: string | undefined): Promise<FoundEntry> {
    const [first, second] = await this.find(endToEndId, enterpriseId);
    if (first === undefined) throw new FileOperationError(`no entry has the end-to-end id ${endToEndId}`, true);
    if (second === undefined) return first;
    throw new FileOperationError('several enterprises have this end-to-end id; name one with --enterprise');
  }
}

function whyNot({ entry: { state, code }, file }: FoundEntry): string {
  if (state !== 'filed' && state !== 'accepted') return `it is ${state}${code === null ? '' : ` (${code})`} already`;
  const remedy = 'if that was not sent, take it back with rails files withdraw --refile, and then withdraw the entry';
  return `it is in the file ${file?.id ?? ''}, which is ${file?.state ?? 'removed'}; ${remedy}`;
}
