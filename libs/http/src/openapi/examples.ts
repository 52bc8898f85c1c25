/**
 * One request of the story that the examples tell. In paths, queries and bodies `{createPerson.person.id}` stands for
 * what an earlier answer said there.
 */
export interface Step {
  readonly operation: string;
  /** Told apart from an example of the same operation; it is not shown in the description. */
  readonly aside?: string;
  readonly as?: 'portal' | 'nobody';
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: object;
  /** Asked again until the answer says so, for what takes its time. */
  readonly until?: Readonly<Record<string, unknown>>;
}

/** What the examples are made of: the requests in an order in which each succeeds, and what was said to them. */
export interface Story {
  readonly steps: readonly Step[];
  /** What the story begins with, and what the service answered, by operation. */
  readonly given: Said;
  readonly answers: Said;
}

/** What one operation's examples are: what is sent and what is answered. */
export interface Example {
  readonly parameters: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly answer?: unknown;
}

/** What was said before, by the name of the step; `undefined` for an answer without a body. */
export type Said = Readonly<Record<string, unknown>>;

export function stepNameOf({ operation, aside }: Step): string {
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
export function examplesOf({ steps, given, answers }: Story): ReadonlyMap<string, Example> {
  const said = { ...given, ...answers };
  return new Map(
    steps
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
