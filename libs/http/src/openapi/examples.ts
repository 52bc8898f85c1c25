/**
 * One request of the example scenario. In paths, queries and bodies `{createPerson.person.id}` stands for the value in
 * an earlier response.
 */
export interface Step {
  readonly operation: string;
  /** Distinguishes examples of the same operation; it is not shown in the description. */
  readonly aside?: string;
  /** `browser`: the page of the portal, with its cookie. */
  readonly as?: 'portal' | 'browser' | 'nobody';
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  /** Text is sent as it is, with the media type of `headers`. */
  readonly body?: object | string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Polled until the response matches, for asynchronous results. */
  readonly until?: Readonly<Record<string, unknown>>;
}

/** The source of the examples: the requests in an order in which each succeeds, and their responses. */
export interface Story {
  readonly steps: readonly Step[];
  /** The initial values, and the service's responses by operation. */
  readonly given: Said;
  readonly responses: Said;
}

/** The example of one operation: its request and its response. */
export interface Example {
  readonly parameters: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly response?: unknown;
}

/** Earlier responses by the name of the step; `undefined` for a response without a body. */
export type Said = Readonly<Record<string, unknown>>;

export function stepNameOf({ operation, aside }: Step): string {
  return aside ?? operation;
}

/** The value with every `{step.path}` replaced by the value from that response. */
export function fillIn<Value>(value: Value, said: Said): Value {
  const text = JSON.stringify(value).replace(/\{([A-Za-z]+(?:\.\w+)+)\}/g, (_match, path: string) => {
    const found = valueAt(said, path);
    if (typeof found !== 'string') throw new Error(`nothing was said at ${path}`);
    return JSON.stringify(found).slice(1, -1);
  });
  return JSON.parse(text) as Value;
}

/** The value at a path such as `events.0.event_id`. */
export function valueAt(said: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((value, key) => (value as Readonly<Record<string, unknown>> | undefined)?.[key], said);
}

/** The example of every operation. */
export function examplesOf({ steps, given, responses }: Story): ReadonlyMap<string, Example> {
  const said = { ...given, ...responses };
  return new Map(
    steps
      .filter(({ aside }) => aside === undefined)
      .map(({ operation, path = {}, query = {}, body }) => [
        operation,
        {
          parameters: fillIn({ ...path, ...query }, said),
          ...(body !== undefined && { body: fillIn(body, said) }),
          ...(responses[operation] !== undefined && { response: responses[operation] }),
        },
      ]),
  );
}
