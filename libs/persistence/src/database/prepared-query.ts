import { Query } from 'pg';
import type { Connection, QueryConfig, QueryResult } from 'pg';

/** What the driver makes of a description of rows: the same for each execution of a prepared statement. */
interface RowShape {
  readonly fields: unknown;
  readonly _parsers: unknown;
  readonly _prebuiltEmptyResultObject: unknown;
}

type Callback = (error: Error | null, result: QueryResult) => void;

/** The parts of the driver's query that its types leave out. Its version is fixed, and prepared-query.int-spec.ts looks at each use. */
interface DriverQuery {
  name: string;
  values: unknown;
  callback: Callback;
  query_timeout?: number;
  _result: RowShape;
  _accumulateRows: boolean;
  prepare(connection: Connection): void;
  hasBeenParsed(connection: Connection): boolean;
  handleRowDescription(message: unknown): void;
  handleReadyForQuery(connection: Connection): void;
  _getRows(connection: Connection, rows: number): void;
}

interface DriverConnection {
  bind(message: object): void;
}

const DriverQuery = Query as unknown as new (text: string) => DriverQuery;
const NO_ROWS: RowShape = { fields: [], _parsers: undefined, _prebuiltEmptyResultObject: null };
const shapes = new WeakMap<Connection, Map<string, RowShape>>();

/**
 * A named statement whose rows the server describes on its first execution on a connection, and not again. The description
 * of a transfer's forty columns, and what the driver makes of it, would cost more than its row.
 *
 * `values` are those that `prepareValue` of the driver returned. The server refuses a prepared statement whose
 * columns have changed ("cached plan must not change result type"), so a description never goes stale.
 */
export class PreparedQuery extends DriverQuery {
  constructor({ text, values, name, query_timeout }: QueryConfig & { readonly query_timeout?: number }) {
    // Given all of these at once, the driver would copy them property by property.
    super(text);
    this.name = name!;
    this.values = values;
    if (query_timeout !== undefined) this.query_timeout = query_timeout;
  }

  override prepare(connection: Connection): void {
    const shape = this.hasBeenParsed(connection) ? shapes.get(connection)?.get(this.name) : undefined;
    if (shape === undefined) return super.prepare(connection);
    Object.assign(this._result, shape);
    this._accumulateRows = true;
    (connection as unknown as DriverConnection).bind({ statement: this.name, values: this.values });
    this._getRows(connection, 0);
  }

  override handleReadyForQuery(connection: Connection): void {
    this.keepShape(connection);
    super.handleReadyForQuery(connection);
  }

  private keepShape(connection: Connection): void {
    const known = shapes.get(connection) ?? new Map<string, RowShape>();
    if (known.has(this.name)) return;
    shapes.set(connection, known);
    const { fields, _parsers, _prebuiltEmptyResultObject } = this._result;
    known.set(this.name, this._accumulateRows ? { fields, _parsers, _prebuiltEmptyResultObject } : NO_ROWS);
  }
}
