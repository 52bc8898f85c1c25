import type { Api } from '../api.js';
import type { List } from '../list.js';
import type { CallOptions } from '../options.js';
import type { BodyOf, QueryOf, ResponseOf } from '../types.js';

type Windows = ResponseOf<'/portal/rails/windows', 'get'>;
type BankFile = ResponseOf<'/portal/rails/files', 'get'>['files'][number];
type BankFileWithBatches = ResponseOf<'/portal/rails/files/{id}', 'get'>;
type Entry = ResponseOf<'/portal/rails/files/{id}/entries', 'get'>['entries'][number];
type RailException = ResponseOf<'/portal/rails/exceptions', 'get'>['exceptions'][number];
type Statement = ResponseOf<'/portal/rails/statements', 'get'>['statements'][number];
type StatementLine = ResponseOf<'/portal/rails/statements/{id}/lines', 'get'>['lines'][number];
type StatementLines = QueryOf<'/portal/rails/statements/{id}/lines', 'get'>;
type Break = ResponseOf<'/portal/rails/breaks', 'get'>['breaks'][number];
type Decision = BodyOf<'/portal/rails/files/{id}/hold', 'post'>;
type Resubmission = BodyOf<'/portal/rails/files/{id}/resubmit', 'post'>;
type Resolution = BodyOf<'/portal/rails/exceptions/{id}/resolve', 'post'>;
type Entries = QueryOf<'/portal/rails/files/{id}/entries', 'get'>;

/** The enterprise's part of files to banks. It needs a client made with `user`. */
export class BankFiles {
  constructor(private readonly api: Api) {}

  /** The windows of the banking day, with the number of payments that wait. */
  windows(options: CallOptions = {}): Promise<Windows> {
    return this.api.send('get', '/portal/rails/windows', options);
  }

  /** Newest first. */
  list(query: QueryOf<'/portal/rails/files', 'get'> = {}, options: CallOptions = {}): List<BankFile> {
    return this.api.list('/portal/rails/files', { ...options, query }, (response) => response.files);
  }

  get(id: string, options: CallOptions = {}): Promise<BankFileWithBatches> {
    return this.api.send('get', '/portal/rails/files/{id}', { ...options, path: { id } });
  }

  /** In the order of the file; account numbers are masked. */
  entries(id: string, query: Entries = {}, options: CallOptions = {}): List<Entry> {
    const call = { ...options, path: { id }, query };
    return this.api.list('/portal/rails/files/{id}/entries', call, (response) => response.entries);
  }

  async hold(id: string, decision: Decision, options: CallOptions = {}): Promise<BankFile> {
    const call = { ...options, path: { id }, body: decision };
    return (await this.api.send('post', '/portal/rails/files/{id}/hold', call)).file;
  }

  async release(id: string, decision: Decision, options: CallOptions = {}): Promise<BankFile> {
    const call = { ...options, path: { id }, body: decision };
    return (await this.api.send('post', '/portal/rails/files/{id}/release', call)).file;
  }

  async resubmit(id: string, resubmission: Resubmission, options: CallOptions = {}): Promise<BankFile> {
    const call = { ...options, path: { id }, body: resubmission };
    return (await this.api.send('post', '/portal/rails/files/{id}/resubmit', call)).file;
  }

  /** Statements of accounts that serve no other enterprise, newest first. */
  statements(query: QueryOf<'/portal/rails/statements', 'get'> = {}, options: CallOptions = {}): List<Statement> {
    return this.api.list('/portal/rails/statements', { ...options, query }, (response) => response.statements);
  }

  async statement(id: string, options: CallOptions = {}): Promise<Statement> {
    return (await this.api.send('get', '/portal/rails/statements/{id}', { ...options, path: { id } })).statement;
  }

  /** In the order of the statement. */
  statementLines(id: string, query: StatementLines = {}, options: CallOptions = {}): List<StatementLine> {
    const call = { ...options, path: { id }, query };
    return this.api.list('/portal/rails/statements/{id}/lines', call, (response) => response.lines);
  }

  /** Differences between the ledger, the files and the statements, newest first. */
  breaks(query: QueryOf<'/portal/rails/breaks', 'get'> = {}, options: CallOptions = {}): List<Break> {
    return this.api.list('/portal/rails/breaks', { ...options, query }, (response) => response.breaks);
  }

  /** What a person must decide, newest first. */
  exceptions(query: QueryOf<'/portal/rails/exceptions', 'get'> = {}, options: CallOptions = {}): List<RailException> {
    return this.api.list('/portal/rails/exceptions', { ...options, query }, (response) => response.exceptions);
  }

  async resolveException(id: string, resolution: Resolution, options: CallOptions = {}): Promise<RailException> {
    const call = { ...options, path: { id }, body: resolution };
    return (await this.api.send('post', '/portal/rails/exceptions/{id}/resolve', call)).exception;
  }
}
