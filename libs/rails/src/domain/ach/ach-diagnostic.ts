import type { AchRule } from './ach-rules.table.js';

/** One broken rule in a file: where it is, and what is wrong there. It never contains a name or an account number. */
export interface AchDiagnostic {
  readonly line: number;
  readonly column_from: number;
  readonly column_to: number;
  readonly record: string;
  readonly field: string | null;
  readonly rule: AchRule;
  readonly expected: string;
  readonly found: string;
}

/** In one line, for a person who has the file. */
export const describeFault = ({ rule, column_from, column_to, expected, found }: AchDiagnostic): string =>
  `${rule}, columns ${column_from} to ${column_to}: expected ${expected}, found ${found}`;

/** The file breaks rules, so nothing of it may be used. */
export class AchFileError extends Error {
  override readonly name = 'AchFileError';

  constructor(readonly diagnostics: readonly AchDiagnostic[]) {
    const [first] = diagnostics;
    super(
      first ? `line ${first.line}: ${first.rule}: expected ${first.expected}, found ${first.found}` : 'broken file',
    );
  }
}

/** A value does not fit into its field, so the file is not written. The value is not repeated. */
export class AchFormatError extends Error {
  override readonly name = 'AchFormatError';

  constructor(
    readonly record: string,
    readonly field: string,
    readonly expected: string,
  ) {
    super(`${record}: ${field}: expected ${expected}`);
  }
}
