import { Injectable } from '@nestjs/common';
import type { FileState } from '../../domain/file-state.js';
import type { AcknowledgedEntry, AcknowledgedFile } from '../../domain/inbound/acknowledgment.js';
import { resultKey } from '../../domain/result-key.js';
import { Entries, Files, type SentEntry } from '../ports.js';
import { RecordResults } from '../record-results.js';
import { TenantWork } from '../tenant-work.js';
import { type AcknowledgmentContext, acknowledgmentException } from './inbound-context.js';
import { type NewException, ReturnedEntries } from './ports.js';

/** Of an entry that the bank refuses without a code of the network. */
const REFUSED_BY_BANK = 'FILE';
const NETWORK_CODE = /^R\d\d$/;
const ENTRIES_AT_ONCE = 500;
const LONGEST_TEXT = 80;

type Refused = Pick<AcknowledgedEntry, 'line' | 'trace' | 'reason' | 'amount'>;

/** Rejects the entries and batches that an acknowledgment refuses. Repeating it changes nothing. */
@Injectable()
export class RefuseEntries {
  constructor(
    private readonly tenantWork: TenantWork,
    private readonly files: Files,
    private readonly entries: Entries,
    private readonly owners: ReturnedEntries,
    private readonly results: RecordResults,
  ) {}

  /** @returns what a person must see. Without a file, the trace numbers say whose entries they are. */
  async execute(
    context: AcknowledgmentContext,
    acknowledged: AcknowledgedFile,
    file: FileState | undefined,
  ): Promise<NewException[]> {
    const { references = [] } = acknowledged;
    const parts = [...acknowledged.entries, ...references, ...acknowledged.batches];
    const exceptions = parts
      .filter(({ verdict }) => verdict === 'other' || verdict === 'duplicate')
      .map((part) => acknowledgmentException(context, part, { kind: 'ack_status', file }));
    const refused: Refused[] = acknowledged.entries.filter(({ verdict }) => verdict === 'refused');
    for (const { line, reference, reason, verdict } of references) {
      if (verdict !== 'refused') continue;
      const traces = file === undefined ? [] : await this.tracesNamed(file, reference);
      // A customer may have several entries in a file: a guess could stop another payment.
      if (traces.length === 1) refused.push({ line, trace: traces[0]!, reason });
      else exceptions.push(acknowledgmentException(context, { line }, { kind: 'unknown_entry', file }));
    }
    for (const { line, number, reason, verdict } of acknowledged.batches) {
      if (verdict !== 'refused') continue;
      const traces = file === undefined ? [] : await this.tracesOf(file, number);
      if (traces.length > 0) refused.push(...traces.map((trace) => ({ line, trace, reason })));
      else
        exceptions.push(
          acknowledgmentException(context, { line }, { kind: 'unknown_entry', file, detail: `batch ${number}` }),
        );
    }
    for (let at = 0; at < refused.length; at += ENTRIES_AT_ONCE) {
      exceptions.push(...(await this.refuse(context, refused.slice(at, at + ENTRIES_AT_ONCE), file)));
    }
    return exceptions;
  }

  private async refuse(
    context: AcknowledgmentContext,
    refused: readonly Refused[],
    file: FileState | undefined,
  ): Promise<NewException[]> {
    const { name } = context.connection;
    const owners = await this.owners.owners(name, [...new Set(refused.map(({ trace }) => trace))]);
    const unknown = new Map(refused.map((each) => [each.trace, each]));
    const exceptions: NewException[] = [];
    for (const enterpriseId of new Set(owners.map(({ enterprise_id }) => enterprise_id))) {
      const own = owners.filter(({ enterprise_id }) => enterprise_id === enterpriseId);
      const fileIds = new Set(file === undefined ? own.map(({ file_id }) => file_id) : [file.id]);
      const found = await this.tenantWork.run(enterpriseId, () =>
        this.refuseOf(context, refused, { traces: own.map(({ trace }) => trace), fileIds }),
      );
      await this.files.makePostingsDue([...fileIds]);
      for (const entry of found) {
        const { line } = unknown.get(entry.trace) ?? { line: 0 };
        unknown.delete(entry.trace);
        if (entry.state !== 'settled' && entry.state !== 'returned') continue;
        const detail = `the entry is ${entry.state}`;
        exceptions.push(
          acknowledgmentException(context, { line }, { kind: 'ack_contradiction', detail, entry, enterpriseId }),
        );
      }
    }
    return [
      ...exceptions,
      ...[...unknown.values()].map(({ line, trace }) =>
        acknowledgmentException(context, { line }, { kind: 'unknown_entry', file, trace }),
      ),
    ];
  }

  /** @returns the entries of the current tenant that were meant, as they were before. */
  private async refuseOf(
    { connection, time }: AcknowledgmentContext,
    refused: readonly Refused[],
    { traces, fileIds }: { readonly traces: readonly string[]; readonly fileIds: ReadonlySet<string> },
  ): Promise<SentEntry[]> {
    const locked = await this.entries.lockByTrace(connection.name, traces);
    const refusalOf = new Map(refused.map((each) => [each.trace, each]));
    const found = locked.filter(({ file_id, trace, amount }) => {
      const stated = refusalOf.get(trace)!.amount;
      return file_id !== null && fileIds.has(file_id) && (stated === undefined || BigInt(stated) === amount);
    });
    const open = found.filter(({ state }) => state === 'filed' || state === 'accepted');
    for (const entry of open) {
      const { id, trace, end_to_end_id } = entry;
      const { reason } = refusalOf.get(trace)!;
      const isCode = NETWORK_CODE.test(reason ?? '');
      const code = isCode ? reason! : REFUSED_BY_BANK;
      // Never before its window or what has happened to it already.
      const at = new Date(Math.max(...[time.at, entry.window_at, entry.occurred_at].map((each) => each.getTime())));
      await this.entries.move([id], { to: 'rejected', at, code });
      await this.results.execute([
        {
          ...{ key: resultKey(entry, 'x'), end_to_end_id, kind: 'rejected', code, trace, occurred_at: at },
          ...(reason !== null && !isCode && { reason_text: reason.slice(0, LONGEST_TEXT) }),
        },
      ]);
    }
    return found;
  }

  private async tracesNamed(file: FileState, reference: string): Promise<string[]> {
    const owners = new Set((await this.files.batches(file.id)).map(({ for_enterprise }) => for_enterprise));
    const traces: string[] = [];
    for (const enterpriseId of owners) {
      const work = () => this.entries.tracesNamed(file.id, reference);
      traces.push(...(await this.tenantWork.run(enterpriseId, work)));
    }
    return traces;
  }

  private async tracesOf(file: FileState, number: number): Promise<string[]> {
    const batch = (await this.files.batches(file.id)).find(({ batch_no }) => batch_no === number);
    if (batch === undefined) return [];
    const traces: string[] = [];
    for (let after = ''; ; after = traces.at(-1)!) {
      const page = await this.tenantWork.run(batch.for_enterprise, () => this.entries.page(file.id, batch, after));
      if (page.length === 0) return traces;
      traces.push(...page.map(({ trace }) => trace));
    }
  }
}
