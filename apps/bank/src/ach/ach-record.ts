import type { Problems, Rule } from './refusal.js';

export const RECORD_LENGTH = 94;

/** One record of 94 characters. Columns count from 1, and both ends are part of a field. */
export class AchRecord {
  constructor(
    readonly line: number,
    private readonly bytes: Buffer,
    private readonly problems: Problems,
  ) {}

  get type(): string {
    return this.columns(1, 1);
  }

  get isPadding(): boolean {
    return this.bytes.every((byte) => byte === 0x39);
  }

  columns(from: number, to: number): string {
    return this.bytes.subarray(from - 1, to).toString('latin1');
  }

  problem(rule: Rule, detail: string): void {
    this.problems.add(this.line, rule, detail);
  }

  stop(rule: Rule, detail: string): never {
    return this.problems.stop(this.line, rule, detail);
  }

  expectCharacters(): void {
    const at = this.bytes.findIndex((byte) => byte < 0x20 || byte > 0x7e);
    if (at >= 0) this.problem('characters', `column ${at + 1} holds no printable ASCII character`);
  }

  expectConstant(from: number, to: number, value: string): void {
    if (this.columns(from, to) !== value) this.problem('constant', `columns ${from}-${to} must be ${value}`);
  }

  expectBlank(from: number, to: number): void {
    if (this.columns(from, to).trim() !== '') this.problem('reserved_field', `columns ${from}-${to} must be blank`);
  }

  digits(from: number, to: number, name: string): string {
    const text = this.columns(from, to);
    if (!/^\d+$/.test(text)) this.problem('numeric_field', `${name}, columns ${from}-${to}, must hold digits`);
    return text;
  }

  number(from: number, to: number, name: string): number {
    return Number(this.digits(from, to, name));
  }

  /** Digits, or nothing at all. */
  optionalDigits(from: number, to: number, name: string): string {
    return this.columns(from, to).trim() === '' ? '' : this.digits(from, to, name);
  }

  text(from: number, to: number, name: string): string {
    const text = this.columns(from, to).trimEnd();
    if (text.startsWith(' ')) this.problem('text_field', `${name}, columns ${from}-${to}, must begin at the left`);
    return text;
  }
}
