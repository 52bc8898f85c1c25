import { stepNameOf } from './examples.js';
import type { Step } from './examples.js';
import type { Link } from './document-model.js';

/** By operation, what can follow it: `links.createPerson.getPerson`. */
export type Links = Readonly<Record<string, Readonly<Record<string, Link>>>>;

/** `{createPerson.person.id}` as the step and the path in its response. */
const SAID = /^\{(\w+)\.([\w.]+)\}$/;

/** Which operation follows which in the scenario: the path of one takes a value from the response of another. */
export function linksOf(story: readonly Step[], summaries: ReadonlyMap<string, string>): Links {
  const steps = new Map(story.map((step) => [stepNameOf(step), step]));
  const found: Record<string, Record<string, Link>> = {};
  for (const { operation: operationId, path = {} } of story) {
    const source = steps.get(Object.values(path).map(stepOf).at(-1) ?? '');
    if (source === undefined) continue;
    const parameters = Object.entries(path).map(([name, value]) => [name, expressionOf(name, value, source)]);
    found[source.operation] = {
      ...found[source.operation],
      [operationId]: {
        operationId,
        description: summaries.get(operationId) ?? '',
        parameters: Object.fromEntries(parameters) as Link['parameters'],
      },
    };
  }
  return found;
}

function stepOf(value: string): string | undefined {
  return SAID.exec(value)?.[1];
}

/** Where the source operation provides the value: in its response, or already in its path; or the value itself. */
function expressionOf(name: string, value: string, source: Step): string {
  const [, step, place = ''] = SAID.exec(value) ?? [];
  if (step === undefined) return value;
  if (step === stepNameOf(source)) return `$response.body#/${place.replaceAll('.', '/')}`;
  if (source.path?.[name] === value) return `$request.path.${name}`;
  throw new Error(`${source.operation} does not tell the ${name} of what follows it`);
}
