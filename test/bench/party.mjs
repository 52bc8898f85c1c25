// One enterprise with a business and its verified account, straight into the database through the service's own code.
import { join } from 'node:path';
import { platform, require, root } from './stage.mjs';

/** Makes the party that the benchmark pays, and says how to log in. */
export async function registerParty(stage) {
  require('reflect-metadata');
  const { ApiModule } = require(join(root, 'dist/apps/api/src/api.module.js'));
  const { CreateEnterprise } = require(join(root, 'dist/libs/auth/src/index.js'));
  const { createHttpApplication } = platform;
  const log = new platform.Log('bench', 'warn');
  const options = { config: stage.config, databaseUrl: stage.appUrl, log };
  const app = await createHttpApplication({ module: ApiModule.forRoot(options), log });
  const credentials = await app.get(CreateEnterprise).execute({ name: 'Bench' });
  const send = async (url, payload, headers = {}) => {
    const answer = await app.inject({ method: 'POST', url, payload, headers });
    if (answer.statusCode !== 200) throw new Error(`${url}: ${answer.body}`);
    return answer.json();
  };
  const login = { client_id: credentials.client_id, client_secret: credentials.client_secret };
  const { access_token } = await send('/oauth/token', login);
  const authorized = { authorization: `Bearer ${access_token}`, 'service-version': 'v2022-09-21' };
  const destination = { account_reference_id: 'bench-account', customer_reference_id: 'bench-business' };
  await send('/deliver/businesses', business(destination), authorized);
  await send('/deliver/external/accounts', account(destination), authorized);
  await app.close();
  return {
    enterprise_id: credentials.enterprise_id,
    destination,
    headers: async (url) => {
      const { access_token: token } = await post(`${url}/oauth/token`, login);
      return { authorization: `Bearer ${token}`, 'service-version': 'v2022-09-21' };
    },
    createTransfer: async (url, headers) => {
      const body = { transfer_reference_id: 'bench-first', destination, amount: 100, currency: 'USD', speed: 'asap' };
      return (await post(`${url}/deliver/transfers`, body, headers)).transfer.id;
    },
  };
}

async function post(url, body, headers = {}) {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${url}: ${await answer.text()}`);
  return answer.json();
}

const business = ({ customer_reference_id }) => ({
  customer_reference_id,
  legal_name: 'Bench Business',
  tax_id: '123456789',
  tax_id_type: 'ein',
  addresses: [{ type: 'legal', address1: '1 Main Street', city: 'Austin', state: 'TX', country: 'US', zip5: '78701' }],
});

const account = ({ account_reference_id, customer_reference_id }) => ({
  account_reference_id,
  customer_reference_id,
  customer_resource_type: 'business',
  account_type: 'checking',
  account_number: '1234567890',
  routing_number: '021000021',
  account_holder_name: 'Bench Business',
});
