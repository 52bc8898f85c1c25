import type { AchDiagnostic } from '../ach/ach-diagnostic.js';

/** One broken rule in a bank's file of any kind. It never contains a name or an account number. */
export type InboundDiagnostic = Omit<AchDiagnostic, 'rule'> & { readonly rule: string };

/** The file breaks rules, so nothing of it is used. */
export class InboundFileError extends Error {
  override readonly name = 'InboundFileError';

  constructor(readonly diagnostics: readonly InboundDiagnostic[]) {
    const [first] = diagnostics;
    super(first ? `line ${first.line}: ${first.rule}` : 'broken file');
  }
}

/** A fault of a line of text. */
export function lineFault(
  line: number,
  rule: string,
  { expected, found, record = 'line' }: { expected: string; found: string; record?: string },
): InboundFileError {
  return new InboundFileError([{ line, column_from: 1, column_to: 1, record, field: null, rule, expected, found }]);
}
