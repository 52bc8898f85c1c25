import { answers } from './answers.table.js';
import { GIVEN, story } from './story.table.js';
import type { Step } from './story.table.js';

/** What one operation's examples are: what is sent and what is answered. */
export interface Example {
  readonly parameters: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly answer?: unknown;
}

/** What was said before, by the name of the step; `undefined` for an answer without a body. */
export type Said = Readonly<Record<string, unknown>>;

export function nameOf({ operation, aside }: Step): string {
  return aside ?? operation;
}

/** The value with every `{step.path}` replaced by what was said there. */
export function fillIn<Value>(value: Value, said: Said): Value {
  const text = JSON.stringify(value).replace(/\{([A-Za-z]+(?:\.\w+)+)\}/g, (_match, path: string) => {
    const found = valueAt(said, path);
    if (typeof found !== 'string') throw new Error(`nothing was said at ${path}`);
    return JSON.stringify(found).slice(1, -1);
  });
  return JSON.parse(text) as Value;
}

/** What stands at a path such as `events.0.event_id`. */
export function valueAt(said: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((value, key) => (value as Readonly<Record<string, unknown>> | undefined)?.[key], said);
}

/** The example of every operation. */
export function examples(): ReadonlyMap<string, Example> {
  const said = { ...GIVEN, ...answers };
  return new Map(
    story
      .filter(({ aside }) => aside === undefined)
      .map(({ operation, path = {}, query = {}, body }) => [
        operation,
        {
          parameters: fillIn({ ...path, ...query }, said),
          ...(body !== undefined && { body: fillIn(body, said) }),
          ...(answers[operation] !== undefined && { answer: answers[operation] }),
        },
      ]),
  );
}
