import { Injectable } from '@nestjs/common';
import { workContext } from '@payments/observability';
import { currentTransaction, keysetPage, pageOf } from '@payments/persistence';
import type { Page } from '@payments/persistence';
import { OwnFiles } from '../../application/own/ports.js';
import type {
  OwnBatch,
  OwnException,
  OwnExceptionFilter,
  OwnFile,
  OwnFileFilter,
} from '../../application/own/ports.js';

const FILE_COLUMNS = `id, connection, rail, window_key, part, state, reason, file_name, cut_at, cutoff_at, released_by,
  uploaded_at, acknowledged_at, batches, entries, debit, credit, created_at, updated_at`;
const EXCEPTION_COLUMNS = `id, for_enterprise, connection, kind, state, file_id, end_to_end_id, code, direction, amount,
  original_trace, trace, detail, resolution, resolved_by, resolved_at, created_at`;

const LIST_FILES: Parameters<typeof keysetPage<OwnFileFilter>>[0] = {
  table: 'rails.own_files',
  columns: FILE_COLUMNS,
  conditions: { state: (value) => `listed.state = ANY(${value})` },
};

const LIST_EXCEPTIONS: Parameters<typeof keysetPage<OwnExceptionFilter>>[0] = {
  table: 'rails.own_exceptions',
  columns: EXCEPTION_COLUMNS,
  conditions: {
    state: (value) => `listed.state = ANY(${value})`,
    alone: (value) => `(listed.for_enterprise IS NOT NULL OR listed.connection = ANY(${value}))`,
  },
};

/** Cents and counts come as text. */
type Sums = { readonly debit: string; readonly credit: string };
const withSums = <T extends object>(row: Sums & T) => ({
  ...row,
  ...{ debit: Number(row.debit), credit: Number(row.credit) },
});
const exceptionOf = (row: OwnException): OwnException => ({
  ...row,
  amount: row.amount === null ? null : Number(row.amount),
});

/** Reads the views that show the current tenant its own part of files of several enterprises. */
@Injectable()
export class OwnFilesRepository extends OwnFiles {
  async list(filter: OwnFileFilter): Promise<Page<OwnFile>> {
    const { sql, values, name } = keysetPage(LIST_FILES, filter, workContext.enterpriseId());
    const rows = await currentTransaction().query<Omit<OwnFile, keyof Sums> & Sums>(sql, values, name);
    return pageOf(rows.map(withSums), filter);
  }

  async find(id: string): Promise<OwnFile | undefined> {
    const [row] = await currentTransaction().query<Omit<OwnFile, keyof Sums> & Sums>(
      `SELECT ${FILE_COLUMNS} FROM rails.own_files WHERE enterprise_id = $1 AND id = $2`,
      [workContext.enterpriseId(), id],
      'find-own-file',
    );
    return row && withSums(row);
  }

  async batches(fileId: string): Promise<OwnBatch[]> {
    const rows = await currentTransaction().query<Omit<OwnBatch, keyof Sums> & Sums>(
      `SELECT batch_no, header, first_trace, last_trace, entries, debit, credit FROM rails.own_batches
       WHERE enterprise_id = $1 AND file_id = $2 ORDER BY batch_no`,
      [workContext.enterpriseId(), fileId],
      'list-own-batches',
    );
    return rows.map(withSums);
  }

  async exceptions(filter: OwnExceptionFilter): Promise<Page<OwnException>> {
    const { sql, values, name } = keysetPage(LIST_EXCEPTIONS, filter, workContext.enterpriseId());
    return pageOf((await currentTransaction().query<OwnException>(sql, values, name)).map(exceptionOf), filter);
  }

  async exception(id: string, alone: readonly string[]): Promise<OwnException | undefined> {
    const [row] = await currentTransaction().query<OwnException>(
      `SELECT ${EXCEPTION_COLUMNS} FROM rails.own_exceptions
       WHERE enterprise_id = $1 AND id = $2 AND (for_enterprise IS NOT NULL OR connection = ANY($3))`,
      [workContext.enterpriseId(), id, alone],
      'find-own-exception',
    );
    return row && exceptionOf(row);
  }
}
