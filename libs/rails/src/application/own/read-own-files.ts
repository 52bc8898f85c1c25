import { Injectable } from '@nestjs/common';
import { isUuid, UnitOfWork } from '@payments/kernel';
import type { ListRequest, Page } from '@payments/persistence';
import { railsErrors } from '../../domain/rails.errors.js';
import { ShownEntries } from '../shown-entries.js';
import { OwnConnections } from './own-connections.js';
import { toBatchView, toEntryView, toExceptionView, toFileView } from './own-file.view.js';
import type { BankFileBatchView, BankFileEntryView, BankFileView, RailExceptionView } from './own-file.view.js';
import { OwnFiles } from './ports.js';
import type { OwnExceptionFilter, OwnFileFilter } from './ports.js';

/** The files with entries of the enterprise: its part of each. */
@Injectable()
export class ReadOwnFiles {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly files: OwnFiles,
    private readonly entries: ShownEntries,
    private readonly connections: OwnConnections,
  ) {}

  /** Newest first. */
  list(filter: OwnFileFilter): Promise<Page<BankFileView>> {
    const alone = this.connections.alone();
    return this.unitOfWork.read(async () => mapped(await this.files.list(filter), (file) => toFileView(file, alone)));
  }

  /** @throws unknown_id */
  async get(id: string): Promise<{ readonly file: BankFileView; readonly batches: BankFileBatchView[] }> {
    return this.unitOfWork.read(async () => {
      const file = isUuid(id) ? await this.files.find(id) : undefined;
      if (file === undefined) throw railsErrors.unknown_id();
      const batches = await this.files.batches(id);
      return { file: toFileView(file, this.connections.alone()), batches: batches.map(toBatchView) };
    });
  }

  /** In the order of the file. @throws unknown_id */
  async listEntries(id: string, request: ListRequest): Promise<Page<BankFileEntryView>> {
    return this.unitOfWork.read(async () => {
      if (!isUuid(id) || (await this.files.find(id)) === undefined) throw railsErrors.unknown_id();
      return mapped(await this.entries.ofFile(id, request), toEntryView);
    });
  }

  /** Newest first. */
  listExceptions(filter: Omit<OwnExceptionFilter, 'alone'>): Promise<Page<RailExceptionView>> {
    const alone = this.connections.alone();
    return this.unitOfWork.read(async () => mapped(await this.files.exceptions({ ...filter, alone }), toExceptionView));
  }
}

function mapped<From, To>({ items, ...rest }: Page<From>, to: (item: From) => To): Page<To> {
  return { items: items.map(to), ...rest };
}
