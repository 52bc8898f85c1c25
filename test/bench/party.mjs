// One enterprise with a business and its account, made through the service's own code, and the operations to measure:
// how a client calls each, and what the service sends to the database for it.
import { join } from 'node:path';
import { captureTransaction } from './capture.mjs';
import { library, require, root } from './stage.mjs';

const LISTED = 150;
const VERSION = { 'service-version': 'v2022-09-21' };

/** Makes the enterprise and its data, and records the operations. */
export async function prepareOperations(stage) {
  require('reflect-metadata');
  const { ApiModule } = require(join(root, 'dist/apps/api/src/api.module.js'));
  const { CreateEnterprise } = require(join(root, 'dist/libs/auth/src/index.js'));
  const log = new (library('observability').Log)('bench', 'warn');
  const options = { config: stage.config, databaseUrl: stage.appUrl, log };
  const app = await library('http').createHttpApplication({ module: ApiModule.forRoot(options), log });
  const enterprise = async (name) => {
    const { enterprise_id, client_id, client_secret } = await app.get(CreateEnterprise).execute({ name });
    return { enterprise_id, login: { client_id, client_secret } };
  };
  const { enterprise_id, login } = await enterprise('Bench');
  const call = caller(app);
  const { access_token } = await call('POST', '/oauth/token', login);
  const headers = { authorization: `Bearer ${access_token}`, ...VERSION };
  const authorized = (method, url, body) => call(method, url, body, headers);
  await authorized('POST', '/deliver/businesses', business('bench-business'));
  await authorized('POST', '/deliver/external/accounts', account('bench-account'));
  const { transfer: first } = await authorized('POST', '/deliver/transfers', transfer('bench-first'));
  const { person: known } = await authorized('POST', '/deliver/persons', person('bench-person'));
  for (let i = 0; i < LISTED; i++) await authorized('POST', '/deliver/persons', person(`bench-listed-${i}`));
  const operations = [];
  for (const operation of measured(first.id, known.id)) {
    operations.push(await record(operation, authorized));
  }
  const statementsOf = async (path) => (await captureTransaction(() => authorized('GET', path))).statements;
  stage.closes(() => app.close());
  return { app, enterprise_id, login, enterprise, operations, statementsOf };
}

/** Headers of a client that has logged in at `url`. */
export async function logIn(url, login) {
  const body = JSON.stringify(login);
  const answer = await fetch(`${url}/oauth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
  const { access_token } = await answer.json();
  return { authorization: `Bearer ${access_token}`, ...VERSION };
}

/** Sends a request to a server. @throws Error with the response unless it is a success. */
export async function ask(url, method, path, { headers, body }) {
  const answer = await fetch(`${url}${path}`, {
    method,
    headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${method} ${path}: ${await answer.text()}`);
  return answer.json();
}

/** The business and the account that the transfers of an enterprise go to. */
export async function addParty(url, headers) {
  await ask(url, 'POST', '/deliver/businesses', { headers, body: business('bench-business') });
  await ask(url, 'POST', '/deliver/external/accounts', { headers, body: account('bench-account') });
}

const measured = (transferId, personId) => [
  { title: 'POST /deliver/transfers', method: 'POST', path: '/deliver/transfers', bodyOf: transfer },
  { title: 'GET /deliver/transfers/{id}', method: 'GET', path: `/deliver/transfers/${transferId}` },
  { title: 'POST /deliver/persons', method: 'POST', path: '/deliver/persons', bodyOf: person },
  { title: 'POST /deliver/external/accounts', method: 'POST', path: '/deliver/external/accounts', bodyOf: account },
  { title: 'GET /deliver/persons/{id}', method: 'GET', path: `/deliver/persons/${personId}` },
  { title: 'GET /deliver/persons (100)', method: 'GET', path: '/deliver/persons?size=100' },
];

async function record(operation, authorized) {
  const { title, method, path, bodyOf } = operation;
  const reference = `recorded-${title.replaceAll(/\W+/g, '-')}`;
  const warm = () => authorized(method, path, bodyOf?.(`${reference}-warm`));
  await warm();
  let answer;
  const { begin, statements } = await captureTransaction(async () => {
    answer = await authorized(method, path, bodyOf?.(reference));
  });
  return { ...operation, route: path.split('?')[0], reference, begin, statements, answer };
}

function caller(app) {
  return async (method, url, payload, headers = {}) => {
    const answer = await app.inject({ method, url, payload, headers });
    if (answer.statusCode !== 200) throw new Error(`${method} ${url}: ${answer.body}`);
    return answer.json();
  };
}

const home = { address1: '1 Main Street', city: 'Austin', state: 'TX', country: 'US', zip5: '78701' };

function business(customer_reference_id) {
  return {
    customer_reference_id,
    legal_name: 'Bench Business',
    tax_id: '123456789',
    tax_id_type: 'ein',
    addresses: [{ type: 'legal', ...home }],
  };
}

function person(customer_reference_id) {
  return {
    customer_reference_id,
    first_name: 'Ada',
    last_name: 'Bench',
    date_of_birth: '1985-04-12',
    social_security_number: '123-45-6789',
    addresses: [{ type: 'home', ...home }],
    contacts: [{ type: 'email', value: 'ada@example.com' }],
  };
}

/** An account of the business. */
export function account(account_reference_id) {
  return {
    account_reference_id,
    customer_reference_id: 'bench-business',
    customer_resource_type: 'business',
    account_type: 'checking',
    account_number: '1234567890',
    routing_number: '021000021',
    account_holder_name: 'Bench Business',
  };
}

/** A payout to the account. Small, so that the money of the sandbox lasts. */
export function transfer(transfer_reference_id) {
  return {
    transfer_reference_id,
    destination: { account_reference_id: 'bench-account', customer_reference_id: 'bench-business' },
    amount: 100,
    currency: 'USD',
    speed: 'same_day',
    account_statement_descriptor: 'BENCH PAYOUT',
  };
}
