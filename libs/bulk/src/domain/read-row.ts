/** Why a row is refused. */
export interface RowError {
  readonly error_code: string;
  readonly message: string;
  /** The field of the transfer that is at fault, if it is one. */
  readonly field?: string;
}

export type RowBody = Readonly<Record<string, unknown>>;

/** A record of a file: the body of a transfer, or why it is none, with what could be read of it. */
export type ReadRow = { readonly body: RowBody } | { readonly error: RowError; readonly body?: RowBody };
