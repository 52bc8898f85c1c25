// Verifying an account beside registering one, on the same server: both check, seal, hash and store a number.
import { compare, requestOf } from './load.mjs';
import { account, logIn } from './party.mjs';
import { ownerOf } from './stage.mjs';

/** More than a run creates: the limit of a day guards against stolen numbers, and is not what is measured. */
const DAILY_MAX = 1_000_000;
const SETTINGS_REACH_MS = 3_500;
const FIRST_NUMBER = 100_000_000;
let numbers = 0;

const registration = { method: 'POST', path: '/deliver/external/accounts', bodyOf: account };
// Of each account once, because an account can be verified five times in a day.
const verification = {
  ...{ method: 'POST', path: '/verify/accounts' },
  bodyOf: () => ({
    account_number: String(FIRST_NUMBER + ++numbers),
    routing_number: '021000021',
    account_holder_name: 'Bench Business',
  }),
};

/** @returns rows of both, with the ratio of verifying to registering. */
export async function compareVerifications(stage, service, { enterprise_id, login, load }) {
  await allowMany(stage, enterprise_id);
  const headers = await logIn(service.url, login);
  const contestants = [verification, registration].map((operation) => ({
    ...{ name: `POST ${operation.path}`, url: service.url, headers },
    request: () => requestOf(operation),
  }));
  return compare('Verifying beside registering', contestants, load);
}

async function allowMany(stage, enterpriseId) {
  const owner = await ownerOf(stage);
  try {
    await owner.query(
      `UPDATE platform.enterprises SET settings = settings || '{"verify_daily_max": ${DAILY_MAX}}' WHERE enterprise_id = $1`,
      [enterpriseId],
    );
  } finally {
    await owner.end();
  }
  await new Promise((resolve) => setTimeout(resolve, SETTINGS_REACH_MS));
}
