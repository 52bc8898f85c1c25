import { type AchDiagnostic, AchFileError } from './ach-diagnostic.js';
import { type AchRule, achRules, type RuleText } from './ach-rules.table.js';
import { type FaultSink, type Field, type Mismatch, RECORD_LENGTH } from './record-layout.js';

/** Enough to see what is wrong with a file. Where so much is broken, the rest would only be consequences. */
const MOST_DIAGNOSTICS = 20;

/** Collects the broken rules of a file, except those that the operator has waived. */
export class FaultLog implements FaultSink {
  /** The rules that were broken and waived. */
  readonly waived = new Set<AchRule>();
  private readonly diagnostics: AchDiagnostic[] = [];
  private odd: AchDiagnostic | null = null;
  private line = 0;
  private record = '';

  constructor(private readonly accepted: ReadonlySet<string>) {}

  /** How many rules are broken so far. */
  get count(): number {
    return this.diagnostics.length;
  }

  /** Names the record that the following faults are in. */
  at(line: number, record: string): this {
    this.line = line;
    this.record = record;
    return this;
  }

  fault({ name, from, to }: Field, rule: AchRule, mismatch: Mismatch): boolean {
    return this.add({ rule, field: name, column_from: from, column_to: to, ...mismatch });
  }

  /** A fault of the record as a whole. */
  faultOfRecord(rule: AchRule, mismatch: Mismatch): void {
    this.add({ rule, field: null, column_from: 1, column_to: RECORD_LENGTH, ...mismatch });
  }

  /** The first rule that an entry broke and that stops only the entry, since the last call; null if none. */
  takeOdd(): AchDiagnostic | null {
    const { odd } = this;
    this.odd = null;
    return odd;
  }

  /** @throws AchFileError when a rule is broken. */
  assertNone(): void {
    if (this.diagnostics.length > 0) throw new AchFileError(this.diagnostics);
  }

  private add(fault: Omit<AchDiagnostic, 'line' | 'record'>): boolean {
    const { waiver, stops }: RuleText = achRules[fault.rule];
    if (waiver !== undefined && this.accepted.has(waiver)) {
      this.waived.add(fault.rule);
      return true;
    }
    const diagnostic = { line: this.line, record: this.record, ...fault };
    if (stops === 'entry') {
      this.odd ??= diagnostic;
      return true;
    }
    this.diagnostics.push(diagnostic);
    if (this.diagnostics.length === MOST_DIAGNOSTICS) this.assertNone();
    return false;
  }
}
