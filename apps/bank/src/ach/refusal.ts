import type { bankRules } from './rules.table.js';

export type Rule = keyof typeof bankRules;

export interface Problem {
  /** From 1. */
  readonly line: number;
  readonly rule: Rule;
  /** Never contains an account number or a name. */
  readonly detail: string;
}

const MOST_PROBLEMS = 20;

/** A file breaks the rules; nothing of it is used. */
export class RefusedFile extends Error {
  override readonly name = 'RefusedFile';

  constructor(readonly problems: readonly Problem[]) {
    const [first] = problems;
    super(first ? `line ${first.line}: ${first.rule}: ${first.detail}` : 'refused');
  }
}

/** Collects what is wrong with a file, up to 20 problems. */
export class Problems {
  private readonly found: Problem[] = [];

  add(line: number, rule: Rule, detail: string): void {
    if (this.found.length < MOST_PROBLEMS) this.found.push({ line, rule, detail });
  }

  /** For a fault after which the following lines have no meaning. @throws RefusedFile */
  stop(line: number, rule: Rule, detail: string): never {
    this.add(line, rule, detail);
    throw new RefusedFile(this.found);
  }

  /** @throws RefusedFile if there is a problem */
  assertNone(): void {
    if (this.found.length > 0) throw new RefusedFile(this.found);
  }
}
