import { DomainError } from '@payments/kernel';

/** Options by the fields of the operation that they fill. */
export type OptionNames = Readonly<Record<string, `--${string}`>>;

/** Runs work whose refusals name options: whoever types `--from` does not know `start_time`. */
export async function inOptions<Result>(names: OptionNames, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof DomainError ? renamed(error, names) : error;
  }
}

function renamed({ code, kind, extras }: DomainError, names: OptionNames): DomainError {
  const message = Object.entries(names).reduce(
    (text, [field, option]) => text.replace(patternOf(field), option),
    extras.message,
  );
  return new DomainError(code, kind, { ...extras, message });
}

// A message begins with the name of its field. Elsewhere, a name without an underscore is an ordinary word.
function patternOf(field: string): RegExp {
  return field.includes('_') ? new RegExp(`\\b${field}\\b`, 'g') : new RegExp(`^${field}\\b`);
}
