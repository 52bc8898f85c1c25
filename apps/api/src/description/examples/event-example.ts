import { SERVICE_VERSION } from '@payments/platform';
import { valueAt } from './examples.js';
import { answers } from './answers.table.js';

/** Where the story shows a resource of each kind as it was created. */
const CREATED = {
  person: 'createPerson.person',
  business: 'createBusiness.business',
  external_account: 'createExternalAccount.external_account',
  transfer: 'createTransfer.transfer',
};
/** The status that a change leads to, where it has not its name. */
const STATUSES: Readonly<Record<string, string>> = { unverified: 'created', updated: 'pending' };
const REJECTED: Readonly<Record<string, string>> = {
  person: 'getRejectedPerson.person',
  business: 'getRejectedBusiness.business',
  external_account: 'getRejectedAccount.external_account',
};

/** The body of a webhook about a resource of the story. */
export function eventExample(type: string) {
  const kind = (Object.keys(CREATED) as (keyof typeof CREATED)[]).find((each) => type.startsWith(`${each}_`))!;
  const change = type.slice(kind.length + 1);
  const { date_of_birth: _, ...resource } = valueAt(answers, CREATED[kind]) as Record<string, unknown>;
  const number = resource['account_number'];
  return {
    event_id: '019c15a0-0000-7000-8000-0000000000ff',
    event_type: type,
    data_version: SERVICE_VERSION,
    created_at: resource['created_at'],
    sequence: change === 'created' ? 1 : 2,
    event_data: {
      [kind]: {
        ...resource,
        status: STATUSES[change] ?? change,
        ...(typeof number === 'string' && { account_number: `*****${number.slice(-4)}` }),
        ...(change === 'rejected' && { status_reasons: valueAt(answers, `${REJECTED[kind]}.status_reasons`) }),
        ...(change === 'closed' && { closed_at: resource['created_at'] }),
      },
    },
  };
}
