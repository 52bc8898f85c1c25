import { Query } from 'pg';
import type { Connection, QueryConfig, QueryResult } from 'pg';
import { isPlanStale } from './sqlstate.js';

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
  handleError(error: Error, connection: Connection): void;
  handleReadyForQuery(connection: Connection): void;
  _getRows(connection: Connection, rows: number): void;
}

interface DriverConnection {
  bind(message: object): void;
}

const DriverQuery = Query as unknown as new (text: string) => DriverQuery;
const NO_ROWS: RowShape = { fields: [], _parsers: undefined, _prebuiltEmptyResultObject: null };
const shapes = new WeakMap<Connection, Map<string, RowShape>>();
/** How often columns have changed under this process. It is part of the names, so that every connection prepares anew. */
let generation = 0;

/**
 * A named statement whose rows the server describes on its first execution on a connection, and not again. The description
 * of a transfer's forty columns, and what the driver makes of it, would cost more than its row.
 *
 * `values` are those that `prepareValue` of the driver returned. The server refuses a prepared statement whose
 * columns have changed ("cached plan must not change result type"), so a description never goes stale. A migration
 * of the next release does that while this one still serves: one statement is refused, and all are prepared anew.
 */
export class PreparedQuery extends DriverQuery {
  private readonly generation = generation;

  constructor(private readonly config: QueryConfig & { readonly query_timeout?: number }) {
    const { text, values, name, query_timeout } = config;
    // Given all of these at once, the driver would copy them property by property.
    super(text);
    this.name = generation === 0 ? name! : `${name} ${generation}`;
    this.values = values;
    if (query_timeout !== undefined) this.query_timeout = query_timeout;
  }

  /** The same statement to be sent once more. */
  again(): PreparedQuery {
    return new PreparedQuery(this.config);
  }

  override handleError(error: Error, connection: Connection): void {
    if (isPlanStale(error) && this.generation === generation) generation += 1;
    super.handleError(error, connection);
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
