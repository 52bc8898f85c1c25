import { Injectable } from '@nestjs/common';
import { newYorkDate } from '@payments/kernel';
import { Log, Metrics } from '@payments/observability';
import { AchFileError } from '../../domain/ach/ach-diagnostic.js';
import { readAchFile } from '../../domain/ach/ach-file-reader.js';
import { odfiOf } from '../../domain/ach/file-headers.js';
import type { Connection, Inbound } from '../../domain/connection.js';
import type { AcknowledgedFile } from '../../domain/inbound/acknowledgment.js';
import { type ContentKind, contentKindOf, lacksNamespace, startOf } from '../../domain/inbound/content-kind.js';
import { InboundFileError, lineFault } from '../../domain/inbound/inbound-diagnostic.js';
import { isRejected, type RejectedItem, rejectedTraceOf } from '../../domain/inbound/returned-item.js';
import { achWaiversIn, type Waiver } from '../../domain/inbound/waivers.js';
import { Profiles } from '../ports.js';
import { ReadStatements } from '../statements/read-statements.js';
import { AcknowledgeFiles } from './acknowledge-files.js';
import { ApplyMessages } from './apply-messages.js';
import { ApplyReturns } from './apply-returns.js';
import { CloseHalves } from './close-halves.js';
import { InboundContent } from './inbound-content.js';
import type { InboundContext } from './inbound-context.js';
import { inboundMetrics } from './metrics.table.js';
import { type AcceptedRules, type InboundChange, type InboundClaim, type InboundFile, InboundFiles } from './ports.js';
import { type AcknowledgmentContent, ReadAcknowledgments } from './read-acknowledgments.js';
import { itemsOfFile, kindsOfItems } from './items-of-file.js';

export const INGEST_LEASE_MS = 120_000;

/** What the profile must list for a directory, so that files of a kind are read there. */
const KINDS: Readonly<Record<Exclude<ContentKind, 'empty' | 'unknown'>, readonly Inbound['kinds'][number][]>> = {
  ...{ ach: ['return', 'noc'], fedach: ['ack'], text: ['ack'], 'pain.002': ['ack'] },
  ...{ bai2: ['statement'], camt: ['statement'] },
  iso: ['ack', 'return'],
};

/** Reports have none that can be waived. */
const NO_RULES: AcceptedRules = { waivers: [], waived: [] };

/** The readers of the kinds of files. */
@Injectable()
export class IngestReaders {
  constructor(
    readonly returns: ApplyReturns,
    readonly acknowledgments: ReadAcknowledgments,
    readonly acknowledge: AcknowledgeFiles,
    readonly statements: ReadStatements,
    readonly messages: ApplyMessages,
    readonly halves: CloseHalves,
  ) {}
}

/**
 * Reads a file of a bank, checks all of it, and only then applies it. Every step may be repeated: a worker that takes the
 * file over begins again, and what is applied already is recognized.
 */
@Injectable()
export class IngestFile {
  constructor(
    private readonly files: InboundFiles,
    private readonly content: InboundContent,
    private readonly profiles: Profiles,
    private readonly readers: IngestReaders,
    private readonly metrics: Metrics,
    private readonly log: Log,
  ) {}

  /** @throws InboundClaimLostError when another worker has taken the file over. */
  async execute(claim: InboundClaim): Promise<void> {
    const { file } = claim;
    const connection = this.profiles.named(file.connection);
    // What was unknown may be known since.
    let kind: ContentKind | null = file.kind === 'unknown' ? null : file.kind;
    try {
      kind ??= contentKindOf(await this.content.head(file));
      const directory = connection.inbound.find((each) => each.directory === file.directory);
      await this.assertExpected(file, kind, directory);
      const change = await this.apply(claim, { kind, connection, directory });
      if (change.state === 'applied') await this.readers.halves.execute(file);
      await this.settle(claim, change);
    } catch (error) {
      if (!(error instanceof AchFileError || error instanceof InboundFileError)) throw error;
      // Applied in part: it was sound, so the profile changed meanwhile, and an operator must change it back.
      if (file.state === 'parsed') throw error;
      await this.settle(claim, { kind: kind ?? 'unknown', state: 'quarantined', diagnostics: error.diagnostics });
    }
  }

  private async apply(
    claim: InboundClaim,
    { kind, connection, directory }: { kind: ContentKind; connection: Connection; directory: Inbound | undefined },
  ): Promise<InboundChange> {
    switch (kind) {
      case 'ach':
        return this.applyReturns(claim, connection, acceptedRules(claim.file, directory));
      case 'fedach':
      case 'text':
        return this.applyAcknowledgments(claim, connection, { kind, rules: NO_RULES });
      case 'bai2':
        return this.storeStatements(claim, connection, {
          kind,
          rules: { waivers: acceptedRules(claim.file, directory), waived: [] },
        });
      case 'pain.002':
      case 'camt':
      case 'iso': {
        const rules = await this.rulesOfMessage(claim.file, acceptedRules(claim.file, directory));
        if (kind === 'camt') return this.storeStatements(claim, connection, { kind, rules });
        // Of a message of ours, or of a NACHA file.
        if (kind === 'iso' || (await this.readers.messages.isAboutPayments(claim, rules)))
          return this.readers.messages.execute(claim, connection, rules);
        return this.applyAcknowledgments(claim, connection, { kind, rules });
      }
      case 'empty':
        return { kind, state: 'ignored', reason: 'it is empty' };
      case 'unknown':
        throw lineFault(1, 'content', {
          expected: 'a NACHA file, a message, a report or a statement',
          found: 'another content',
        });
    }
  }

  /** The rule of a message that can be waived, if it breaks it. */
  private async rulesOfMessage(file: InboundFile, accept: readonly Waiver[]): Promise<AcceptedRules> {
    const start = startOf(await this.content.head(file));
    const isWaived = accept.includes('missing_namespace') && lacksNamespace(start);
    return { waivers: accept, waived: isWaived ? ['missing_namespace'] : [] };
  }

  private async applyReturns(
    claim: InboundClaim,
    connection: Connection,
    waivers: readonly Waiver[],
  ): Promise<InboundChange> {
    const accept = achWaiversIn(waivers);
    const fetched = { date: newYorkDate(claim.file.fetched_at), at: claim.file.fetched_at };
    if (claim.file.state === 'fetched') {
      const parsed = await this.check(claim.file, accept);
      if (parsed.batches === 0) return { kind: 'ach', state: 'ignored', reason: 'it has no batches', ...parsed };
      await this.files.change(claim, { kind: 'ach', state: 'parsed', waivers, ...parsed });
    }
    const proven = new Set<string>();
    let kinds: Awaited<ReturnType<typeof this.kindsOf>> | undefined;
    for await (const { items, time } of itemsOfFile(this.content.read(claim.file), { accept, fetched })) {
      await this.files.renew(claim, INGEST_LEASE_MS);
      const context: InboundContext = { connection, inboundId: claim.file.id, time };
      const others = items.filter((item) => !isRejected(item));
      const ofRejectFile =
        others.some(({ kind }) => kind === 'incoming_entry') &&
        (kinds ??= await this.kindsOf(claim.file, accept)).has('reject');
      for (const id of await this.readers.returns.execute(context, others, { ofRejectFile })) proven.add(id);
      const rejected = items.filter(isRejected);
      if (rejected.length > 0) await this.readers.acknowledge.execute(context, [refusalOf(connection, rejected)]);
    }
    await this.readers.acknowledge.proveReceived(proven);
    return { state: 'applied' };
  }

  private async applyAcknowledgments(
    claim: InboundClaim,
    connection: Connection,
    { kind, rules }: { kind: AcknowledgmentContent; rules: AcceptedRules },
  ): Promise<InboundChange> {
    const accept = rules.waivers;
    const files = await this.readers.acknowledgments.read(this.content.read(claim.file), connection, {
      ...{ kind, accept },
    });
    if (claim.file.state === 'fetched') await this.files.change(claim, { kind, state: 'parsed', ...rules });
    const { fetched_at } = claim.file;
    const time = { date: newYorkDate(fetched_at), at: fetched_at };
    await this.readers.acknowledge.execute({ connection, inboundId: claim.file.id, time }, files);
    return { state: 'applied', entries: files.length };
  }

  private async storeStatements(
    claim: InboundClaim,
    connection: Connection,
    { kind, rules }: { kind: 'bai2' | 'camt'; rules: AcceptedRules },
  ): Promise<InboundChange> {
    const reading = { kind, accept: rules.waivers };
    if (claim.file.state === 'fetched') {
      const parsed = await this.readers.statements.check(claim.file, connection, reading);
      if (parsed.batches === 0) return { kind, state: 'ignored', reason: 'it has no statements', ...parsed };
      const waived = [...rules.waived, ...parsed.waived];
      await this.files.change(claim, { kind, state: 'parsed', ...parsed, ...rules, waived });
    }
    const renew = () => this.files.renew(claim, INGEST_LEASE_MS);
    await this.readers.statements.store(claim.file, connection, { ...reading, renew });
    return { state: 'applied' };
  }

  /** A file that an operator brings may be of any kind. @throws InboundFileError */
  private async assertExpected(file: InboundFile, kind: ContentKind, directory: Inbound | undefined): Promise<void> {
    if (directory === undefined || kind === 'empty' || kind === 'unknown') return;
    const isRead = (each: Inbound['kinds'][number]) => directory.kinds.includes(each);
    if (KINDS[kind].some(isRead)) return;
    // Entries that come back marked as rejected say what an acknowledgment says.
    if (kind === 'ach' && isRead('ack')) {
      const kinds = await this.kindsOf(file, achWaiversIn(acceptedRules(file, directory)));
      if (kinds.has('reject') && [...kinds].every((each) => each === 'reject' || each === 'incoming_entry')) return;
    }
    throw lineFault(1, 'kind', { expected: `one of ${directory.kinds.join(', ')}, as the profile says`, found: kind });
  }

  private kindsOf(file: InboundFile, accept: ReturnType<typeof achWaiversIn>) {
    const fetched = { date: newYorkDate(file.fetched_at), at: file.fetched_at };
    return kindsOfItems(this.content.read(file), { accept, fetched });
  }

  /** The first reading, which changes nothing. @throws AchFileError */
  private async check(file: InboundFile, accept: ReturnType<typeof achWaiversIn>) {
    let [batches, entries, waived]: [number, number, readonly string[]] = [0, 0, []];
    for await (const event of readAchFile(this.content.read(file), { accept })) {
      if (event.kind === 'entries') entries += event.entries.length;
      if (event.kind === 'file_closed') [batches, waived] = [batches + event.batches, event.waived];
    }
    return { batches, entries, waived };
  }

  private async settle(claim: InboundClaim, change: InboundChange): Promise<void> {
    const { file } = await this.files.change(claim, change);
    const kind = file.kind ?? 'unknown';
    this.metrics.count(inboundMetrics.payments_rails_inbound_total, { kind, outcome: file.state });
    const fields = { subject: file.id, what: kind, count: file.entries };
    if (file.state !== 'quarantined') this.log.info(`inbound_file_${file.state}`, fields);
    else this.log.error('inbound_file_quarantined', { ...fields, reason: file.diagnostics?.[0]?.rule ?? 'unknown' });
  }
}

/** What a bank says by sending entries back that it marked as rejected. */
function refusalOf(connection: Connection, rejected: readonly RejectedItem[]): AcknowledgedFile {
  const entries = rejected.map((item) => ({
    ...{ line: item.line, trace: rejectedTraceOf(item, odfiOf(connection)), amount: item.amount },
    ...{ verdict: 'refused' as const, reason: item.code },
  }));
  const { line } = rejected[0]!;
  return {
    line,
    name: null,
    identity: null,
    verdict: null,
    status: '',
    reason: null,
    totals: {},
    batches: [],
    entries,
  };
}

/** Once a file is checked, what was accepted stays, whatever becomes of the profile. */
function acceptedRules({ state, waivers }: InboundFile, directory: Inbound | undefined): Waiver[] {
  return [...new Set([...waivers, ...(state === 'parsed' ? [] : (directory?.accept ?? []))])];
}
