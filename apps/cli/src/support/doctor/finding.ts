/** One line of the doctor's table. */
export interface Finding {
  readonly name: string;
  /** `warn`: works, or is not expected to work now; `fail`: must be fixed. */
  readonly status: 'ok' | 'warn' | 'fail';
  readonly value: string;
  readonly remedy?: string;
}
