import { AccountCorrections } from '@payments/accounts';
import type { AccountCorrection } from '@payments/accounts';
import { UnitOfWork } from '@payments/kernel';
import { workContext } from '@payments/observability';
import { Enterprises } from '@payments/persistence';
import type { ApiClient } from './api-client.js';
import type { TestService } from './service.js';

const CORRECTION = { account_number: '99887766', routing_number: '011000028', account_type: 'savings' } as const;

export interface Correcting {
  readonly api: TestService['api'];
  readonly client: ApiClient;
}

/** Records a bank's correction of the account with this reference, and returns the account's id. */
export async function correct(
  { api, client }: Correcting,
  accountReferenceId: string,
  news: Omit<AccountCorrection, 'account_id'> = CORRECTION,
): Promise<string> {
  const { body } = await client.get(`/deliver/external/accounts?account_reference_id=${accountReferenceId}`);
  const [{ id }] = body['external_accounts'] as [{ id: string }];
  await record({ api, client }, [{ account_id: id, ...news }]);
  return id;
}

/** Records corrections in a unit of work of the client's enterprise, which ends after `last`. */
export async function record(
  { api, client }: Correcting,
  corrections: readonly AccountCorrection[],
  last: () => Promise<unknown> = async () => undefined,
): Promise<void> {
  const tenant = await api.get(Enterprises, { strict: false }).get(client.credentials.enterprise_id);
  const work = async () => {
    await api.get(AccountCorrections, { strict: false }).record(corrections);
    await last();
  };
  const unitOfWork = api.get(UnitOfWork, { strict: false });
  await workContext.run({ requestId: 'a-notification', tenant }, () => unitOfWork.run(work));
}
