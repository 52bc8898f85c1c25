import type { AchFile, FileHeader, Totals } from '../ach/ach-file.js';

const DAY_MS = 86_400_000;
const TRACE_DAYS = 60;

/** Which files and trace numbers the bank has accepted. */
export class FileHistory {
  private readonly files = new Map<string, number>();
  private readonly modifiers = new Set<string>();
  private readonly traces = new Map<string, number>();

  isDuplicate({ header, totals }: Pick<AchFile, 'header' | 'totals'>, at: number): boolean {
    const before = this.files.get(fileKey(header, totals));
    return before !== undefined && at - before < DAY_MS;
  }

  isModifierUsed(header: FileHeader): boolean {
    return this.modifiers.has(modifierKey(header));
  }

  isTraceUsed(trace: string, at: number): boolean {
    const before = this.traces.get(trace);
    return before !== undefined && at - before < TRACE_DAYS * DAY_MS;
  }

  addFile(file: Pick<AchFile, 'header' | 'totals'>, at: number): void {
    this.files.set(fileKey(file.header, file.totals), at);
    this.modifiers.add(modifierKey(file.header));
  }

  addTrace(trace: string, at: number): void {
    this.traces.set(trace, at);
  }
}

const modifierKey = ({ destination, origin, creationDate, modifier }: FileHeader): string =>
  JSON.stringify([destination, origin, creationDate, modifier]);

const fileKey = (header: FileHeader, { records, hash, debitCents, creditCents }: Totals): string =>
  JSON.stringify([header, records, hash, debitCents, creditCents]);
