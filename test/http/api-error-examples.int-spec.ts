import type { ResponseObject, Schema } from '@payments/http';
import { story } from '../../apps/api/src/description/examples/story.table.js';
import { fieldRecipes, recipes } from './api-error-examples.table.js';
import type { Recipe } from './api-error-examples.table.js';
import { document, headerDeviationOf, resolve } from '../support/documented.js';
import { ErrorScene } from '../support/error-scene.js';

interface Documented {
  readonly operationId: string;
  readonly status: number;
  readonly response: ResponseObject;
  readonly example: Example;
}

interface Example {
  readonly error_code?: string;
  readonly details?: { readonly errors?: readonly { readonly field: string }[] } | null;
}

/** Every example of every status from 400 on, of every operation. */
const documented: Documented[] = Object.values(document.paths)
  .flatMap((methods) => Object.values(methods))
  .flatMap(({ operationId, responses }) =>
    Object.entries(responses)
      .filter(([status]) => Number(status) >= 400)
      .flatMap(([status, given]) => {
        const response = '$ref' in given ? (resolve(given.$ref) as ResponseObject) : given;
        const { example, examples = {} } = response.content!['application/json']!;
        const all = [...(example === undefined ? [] : [example]), ...Object.values(examples).map(({ value }) => value)];
        if (all.length === 0) throw new Error(`${operationId} has no example of ${status}`);
        return (all as Example[]).map((each) => ({ operationId, status: Number(status), response, example: each }));
      }),
  );

/** What is no error in the form of the others goes by its status. */
const codeOf = ({ status, example }: Documented) => example.error_code ?? String(status);
const fieldOf = ({ example }: Documented) => example.details?.errors?.[0]?.field;

function recipeOf(error: Documented): Recipe | undefined {
  const code = codeOf(error);
  const [kind = ''] = fieldOf(error) === undefined ? [] : code.split('_', 1);
  return recipes[`${error.operationId} ${code}`] ?? recipes[code] ?? fieldRecipes[kind];
}

let scene: ErrorScene;
beforeAll(async () => {
  scene = await ErrorScene.open();
});
afterAll(() => scene?.close());

it.each(documented.map((error) => [`${error.operationId} returns ${error.status} ${codeOf(error)}`, error] as const))(
  '%s as documented',
  async (_name, error) => {
    const { operationId, status } = error;
    const recipe = recipeOf(error);
    if (recipe === undefined) throw new Error(`there is no recipe for ${operationId} ${codeOf(error)}`);
    const step = story.find((each) => each.operation === operationId && each.aside === undefined)!;
    const field = fieldOf(error);
    const given = {
      operation: scene.story.operations.get(operationId)!,
      request: scene.story.requestOf(step),
      ...(field !== undefined && { field }),
    };
    const answer = await recipe(given, scene);
    expect([answer.status, JSON.parse(answer.text)]).toEqual([status, error.example]);
    const deviations = Object.entries(error.response.headers ?? {}).map(([name, { $ref }]) =>
      headerDeviationOf(name, answer.headers, (resolve($ref) as { readonly schema: Schema }).schema),
    );
    expect(deviations.filter((deviation) => deviation !== undefined)).toEqual([]);
  },
);

it('the description that the service serves has these examples and no others', () => {
  expect(JSON.parse(JSON.stringify(scene.description()))).toEqual(document);
});

it('every recipe is needed', () => {
  const used = new Set(documented.map(recipeOf));
  expect(Object.keys(recipes).filter((name) => !used.has(recipes[name]))).toEqual([]);
});
