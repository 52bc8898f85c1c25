/** The settings or faults file cannot be used. The message names the place and says what is expected. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
}

/** A value of a JSON file with its place. Every reading checks, and unknown names are refused. */
export class JsonReader {
  constructor(
    private readonly value: unknown,
    private readonly place: string,
  ) {}

  /** @throws SettingsError */
  static parse(text: string, file: string): JsonReader {
    try {
      return new JsonReader(JSON.parse(text), file);
    } catch (error) {
      throw new SettingsError(`${file}: ${(error as Error).message}`, { cause: error });
    }
  }

  get isAbsent(): boolean {
    return this.value === undefined;
  }

  fail(expected: string): never {
    throw new SettingsError(`${this.place}: ${expected}`);
  }

  /** The members of an object, all of which must be among the names. */
  object<Name extends string>(...names: readonly Name[]): Readonly<Record<Name, JsonReader>> {
    if (typeof this.value !== 'object' || this.value === null || Array.isArray(this.value)) {
      return this.fail('must be an object');
    }
    const found = this.value as Record<string, unknown>;
    const unknown = Object.keys(found).find((name) => !names.some((known) => known === name));
    if (unknown !== undefined) this.fail(`unknown member ${unknown}; expected ${names.join(', ')}`);
    return Object.fromEntries(
      names.map((name) => [name, new JsonReader(found[name], `${this.place}: ${name}`)]),
    ) as Record<Name, JsonReader>;
  }

  array(): JsonReader[] {
    if (!Array.isArray(this.value)) return this.fail('must be an array');
    return this.value.map((item, index) => new JsonReader(item, `${this.place}[${index}]`));
  }

  text(pattern: RegExp, expected: string): string {
    return typeof this.value === 'string' && pattern.test(this.value) ? this.value : this.fail(`must be ${expected}`);
  }

  integer(from: number, to = Number.MAX_SAFE_INTEGER): number {
    return Number.isSafeInteger(this.value) && Number(this.value) >= from && Number(this.value) <= to
      ? Number(this.value)
      : this.fail(`must be a whole number from ${from} to ${to}`);
  }

  fraction(): number {
    return typeof this.value === 'number' && this.value >= 0 && this.value <= 1
      ? this.value
      : this.fail('must be a number from 0 to 1');
  }

  boolean(): boolean {
    return typeof this.value === 'boolean' ? this.value : this.fail('must be true or false');
  }

  oneOf<Choice extends string>(choices: readonly Choice[]): Choice {
    return choices.find((choice) => choice === this.value) ?? this.fail(`must be one of ${choices.join(', ')}`);
  }

  /** The value that `read` makes of it, or the fallback if it is absent. */
  or<Value>(fallback: Value, read: (reader: JsonReader) => Value): Value {
    return this.isAbsent ? fallback : read(this);
  }

  optional<Value>(read: (reader: JsonReader) => Value): Value | undefined {
    return this.isAbsent ? undefined : read(this);
  }
}
