import { Injectable } from '@nestjs/common';
import { newId, UnitOfWork } from '@payments/kernel';
import { workContext } from '@payments/observability';
import { Audit, type AuditChange, Enterprises } from '@payments/persistence';
import type { Company } from '../../domain/connection.js';
import type { Waiver } from '../../domain/inbound/waivers.js';
import { type Content, Payloads, Profiles } from '../ports.js';
import { type InboundFile, InboundFiles } from './ports.js';

/** What an operator asks for cannot be done. The message gives the reason and the remedy. */
export class InboundOperationError extends Error {
  override readonly name = 'InboundOperationError';

  /** @param isUnknown nothing has the id that was given */
  constructor(
    message: string,
    readonly isUnknown = false,
  ) {
    super(message);
  }
}

interface Operator {
  readonly actor: string;
  readonly reason: string;
}

/** The audit log of the enterprises that a connection carries: a file of a bank is of all of them. */
@Injectable()
export class ConnectionAudit {
  constructor(
    private readonly audit: Audit,
    private readonly enterprises: Enterprises,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  async record(
    { companies }: { readonly companies: readonly Pick<Company, 'enterprise_id'>[] },
    { actor, reason }: Operator,
    change: AuditChange,
  ): Promise<void> {
    for (const { enterprise_id } of companies) {
      const tenant = await this.enterprises.find(enterprise_id);
      // A profile may be written before its enterprise exists.
      if (tenant === undefined) continue;
      const after = { ...change.after, reason };
      await workContext.run({ requestId: newId(), tenant, actor }, () =>
        this.unitOfWork.run(() => this.audit.record({ ...change, after })),
      );
    }
  }
}

/** What an operator does with files of banks. Each act is first recorded in the audit log of every enterprise concerned. */
@Injectable()
export class OperateInbound {
  constructor(
    private readonly files: InboundFiles,
    private readonly payloads: Payloads,
    private readonly profiles: Profiles,
    private readonly audit: ConnectionAudit,
  ) {}

  /** Takes a file that the bank sent another way. Workers read it like a fetched one. */
  async ingest(
    connection: string,
    { name, content }: { readonly name: string; readonly content: Content },
    operator: Operator,
  ): Promise<InboundFile> {
    const profile = this.profiles.named(connection);
    const document = await this.payloads.store(connection, content);
    const sha256 = document.sha256.toString('hex');
    await this.audit.record(profile, operator, {
      ...{ action: 'bank_file.ingested', subject_type: 'bank_file', subject_id: document.id },
      after: { name, sha256 },
    });
    const listed = { name, size: Number(document.size), modifiedAt: undefined };
    const file = await this.files.add({ connection, directory: '', listed, document });
    if (file.document_id !== document.id) await this.payloads.remove(document.id);
    return file;
  }

  /** Puts a file out of quarantine, to be read again; `accept` are rules that it may break. */
  async retry(id: string, accept: readonly Waiver[], operator: Operator): Promise<InboundFile> {
    const file = await this.quarantined(id);
    const waivers = [...new Set([...file.waivers, ...accept])];
    await this.record(file, operator, { action: 'bank_file.retried', after: { waivers } });
    return this.changed(await this.files.leaveQuarantine(id, { state: 'fetched', waivers }), id);
  }

  /** Gives a file in quarantine up. Its bytes are kept, and nothing of it is ever applied. */
  async discard(id: string, operator: Operator): Promise<InboundFile> {
    const file = await this.quarantined(id);
    await this.record(file, operator, { action: 'bank_file.discarded' });
    return this.changed(await this.files.leaveQuarantine(id, { state: 'discarded', reason: operator.reason }), id);
  }

  private async quarantined(id: string): Promise<InboundFile> {
    const file = await this.files.find(id);
    if (file === undefined)
      throw new InboundOperationError(`no bank file has the id ${id}; list them with 'rails inbound list'`, true);
    if (file.state === 'quarantined') return file;
    throw new InboundOperationError(`the file is ${file.state}; only a file in quarantine can be retried or discarded`);
  }

  private changed(file: InboundFile | undefined, id: string): InboundFile {
    if (file !== undefined) return file;
    throw new InboundOperationError(
      `somebody else changed the file meanwhile; look at it with 'rails inbound show ${id}'`,
    );
  }

  private record(file: InboundFile, operator: Operator, change: Pick<AuditChange, 'action' | 'after'>): Promise<void> {
    const subject = { subject_type: 'bank_file', subject_id: file.id, before: { state: file.state, name: file.name } };
    return this.audit.record(this.profiles.named(file.connection), operator, { ...subject, ...change });
  }
}
