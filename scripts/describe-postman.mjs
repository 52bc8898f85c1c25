const SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';
const METHODS = ['get', 'post', 'put', 'patch', 'delete'];
const DEEPEST = 6;

/** Gets a token when there is none, or it is about to expire. */
const FETCH_TOKEN = `const fresh = Number(pm.collectionVariables.get('token_until')) > Date.now();
if (!fresh && !pm.request.url.getPath().endsWith('/oauth/token')) {
  pm.sendRequest({
    url: pm.variables.replaceIn('{{base_url}}/oauth/token'),
    method: 'POST',
    header: { 'Content-Type': 'application/json' },
    body: { mode: 'raw', raw: pm.variables.replaceIn('{"client_id":"{{client_id}}","client_secret":"{{client_secret}}"}') },
  }, (error, response) => {
    if (error) throw error;
    const { access_token, expires_in } = response.json();
    pm.collectionVariables.set('token', access_token);
    pm.collectionVariables.set('token_until', String(Date.now() + (expires_in - 60) * 1000));
  });
}`;

/** A Postman collection (2.1) of an OpenAPI document: a folder for each tag, a request for each operation. */
export function describePostman(document) {
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    METHODS.filter((method) => item[method]).map((method) => ({ path, method, operation: item[method] })),
  );
  const tags = [...new Set(operations.map(({ operation }) => operation.tags?.[0] ?? 'Other'))];
  const ids = [...new Set(operations.flatMap(({ path }) => pathVariables(path)))].sort();
  const variables = {
    base_url: document.servers?.[0]?.url ?? '',
    client_id: '',
    client_secret: '',
    token: '',
    token_until: '0',
  };
  return {
    info: { name: document.info.title, description: document.info.description ?? '', schema: SCHEMA },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{token}}', type: 'string' }] },
    event: [{ listen: 'prerequest', script: { type: 'text/javascript', exec: FETCH_TOKEN.split('\n') } }],
    variable: Object.entries({ ...variables, ...Object.fromEntries(ids.map((id) => [id, ''])) }).map(
      ([key, value]) => ({ key, value }),
    ),
    item: tags.map((tag) => ({
      name: tag,
      item: operations
        .filter(({ operation }) => (operation.tags?.[0] ?? 'Other') === tag)
        .map((each) => request(each, document)),
    })),
  };
}

function request({ path, method, operation }, document) {
  const parameters = (operation.parameters ?? []).map((each) => resolve(each, document));
  const of = (place) => parameters.filter((parameter) => parameter.in === place);
  const json = resolve(operation.requestBody ?? {}, document).content?.['application/json'];
  const headers = of('header').map(({ name, required, schema = {} }) => ({
    key: name,
    value: name === 'Idempotency-Key' ? '{{$guid}}' : String(schema.enum?.[0] ?? schema.example ?? ''),
    ...(!required && name !== 'Idempotency-Key' && { disabled: true }),
  }));
  const segments = path
    .slice(1)
    .split('/')
    .map((part) => part.replace(/^\{(\w+)\}$/, (_, name) => `{{${variableOf(path, name)}}}`));
  const query = of('query').map(({ name, schema = {} }) => ({
    key: name,
    value: String(schema.default ?? ''),
    disabled: true,
  }));
  const body = json && (json.example ?? Object.values(json.examples ?? {})[0]?.value ?? sample(json.schema, document));
  return {
    name: operation.summary ?? `${method} ${path}`,
    ...(saved(path, method) && {
      event: [{ listen: 'test', script: { type: 'text/javascript', exec: saved(path, method) } }],
    }),
    request: {
      method: method.toUpperCase(),
      description: [operation.summary, operation.description].filter(Boolean).join('\n\n'),
      ...(isOpen(operation) && { auth: { type: 'noauth' } }),
      header: [...headers, ...(json ? [{ key: 'Content-Type', value: 'application/json' }] : [])],
      url: { raw: `{{base_url}}/${segments.join('/')}`, host: ['{{base_url}}'], path: segments, query },
      ...(json && { body: { mode: 'raw', raw: bodyText(path, body), options: { raw: { language: 'json' } } } }),
    },
  };
}

const isOpen = ({ security }) => security === undefined || security.length === 0;

/** `{id}` of `/deliver/persons/{id}` is `person_id`, so that folders do not overwrite one another's. */
function variableOf(path, name) {
  if (name !== 'id') return name;
  const collection = path.split('/{id}')[0].split('/').at(-1).replace(/-/g, '_');
  return `${collection.replace(/(?<=ss)es$|(?<!s)s$/, '')}_id`;
}

const pathVariables = (path) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => variableOf(path, name));

/** A created resource's id is kept for the requests that need one. */
function saved(path, method) {
  if (method !== 'post' || path.includes('{')) return undefined;
  const name = variableOf(`${path}/{id}`, 'id');
  return [
    `const [made] = Object.values(pm.response.json()).filter((each) => each && (each.id || each.event_id));`,
    `if (made) pm.collectionVariables.set('${name}', made.id || made.event_id);`,
  ];
}

const bodyText = (path, body) =>
  path === '/oauth/token'
    ? JSON.stringify({ client_id: '{{client_id}}', client_secret: '{{client_secret}}' }, null, 2)
    : JSON.stringify(body, null, 2);

function resolve(node, document) {
  if (node?.$ref === undefined) return node;
  return node.$ref
    .slice(2)
    .split('/')
    .reduce((at, key) => at[key], document);
}

/** A value that a schema describes: its example, else its first choice, else the smallest of its type. */
function sample(given, document, depth = 0) {
  const schema = resolve(given, document) ?? {};
  if (schema.example !== undefined) return schema.example;
  if (schema.examples?.length > 0) return schema.examples[0];
  if (schema.enum) return schema.enum[0];
  const choice = schema.allOf?.[0] ?? schema.anyOf?.[0] ?? schema.oneOf?.[0];
  if (choice) return sample(choice, document, depth + 1);
  const type = [schema.type].flat()[0];
  if (type === 'object') return depth > DEEPEST ? {} : sampleObject(schema, document, depth);
  if (type === 'array') return [sample(schema.items, document, depth + 1)];
  if (type === 'integer' || type === 'number') return schema.minimum ?? 1;
  if (type === 'boolean') return true;
  if (schema.format === 'uuid') return '00000000-0000-4000-8000-000000000000';
  return schema.format === 'date-time' ? '2026-01-31T17:04:05.123Z' : 'text';
}

const sampleObject = ({ properties = {}, required = [] }, document, depth) =>
  Object.fromEntries(required.map((name) => [name, sample(properties[name] ?? {}, document, depth + 1)]));
