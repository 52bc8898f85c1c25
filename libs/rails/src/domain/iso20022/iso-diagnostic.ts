import { type InboundDiagnostic, InboundFileError } from '../inbound/inbound-diagnostic.js';
import { shapeOf } from '../ach/record-layout.js';
import type { IsoRule } from './iso-rules.table.js';
import type { XmlElement } from './xml-element.js';

/** Enough to see what is wrong with a message. */
const MOST_DIAGNOSTICS = 20;
const LONGEST_SHAPE = 40;

/** A value does not fit into its element, so the message is not written. The value is not repeated. */
export class IsoFormatError extends Error {
  override readonly name = 'IsoFormatError';

  constructor(
    /** Names of the elements from the body of the message, with slashes. */
    readonly path: string,
    readonly expected: string,
  ) {
    super(`${path}: expected ${expected}`);
  }
}

interface Fault {
  readonly path: string;
  readonly rule: IsoRule;
  readonly expected: string;
  readonly found: string;
}

/** Collects the broken rules of a message. */
export class IsoFaults {
  private readonly diagnostics: InboundDiagnostic[] = [];

  constructor(private readonly message: string) {}

  at({ line, column }: Pick<XmlElement, 'line' | 'column'>, { path, ...fault }: Fault): void {
    const place = { line, column_from: column, column_to: column, record: this.message, field: path || null };
    this.diagnostics.push({ ...place, ...fault });
    if (this.diagnostics.length === MOST_DIAGNOSTICS) this.assertNone();
  }

  /** @throws InboundFileError when a rule is broken. */
  assertNone(): void {
    if (this.diagnostics.length > 0) throw new InboundFileError(this.diagnostics);
  }
}

/** What an element holds, without its value: it may be a name or an account number. */
export function shapeIn({ text, children }: XmlElement): string {
  if (children.length > 0) return 'elements';
  const shape = shapeOf(text.slice(0, LONGEST_SHAPE));
  return text.length > LONGEST_SHAPE ? `${shape}… (${text.length} characters)` : shape;
}
