import type { INestApplicationContext } from '@nestjs/common';
import { newId } from '@payments/kernel';
import { workContext } from '@payments/observability';
import { Enterprises } from '@payments/persistence';
import { ResetSandbox } from '@payments/transfers';
import { CliError } from './cli.error.js';
import { Progress } from './keys/progress.js';
import { enterprises, keyTools } from './keys/tools.js';

/** Resets an enterprise to its initial state. @throws CliError when there is none, or it is not in the sandbox */
export async function resetSandbox(app: INestApplicationContext, enterprise: string) {
  const [enterprise_id] = await enterprises(keyTools(app, new Progress()), enterprise);
  const tenant = await app.get(Enterprises, { strict: false }).get(enterprise_id!);
  if (tenant.environment !== 'sandbox')
    throw new CliError('--enterprise: is a production enterprise, which cannot be reset; use a sandbox enterprise');
  const work = () => app.get(ResetSandbox, { strict: false }).execute();
  await workContext.run({ requestId: newId(), tenant, actor: 'cli' }, work);
  return { enterprise_id, enterprise_name: tenant.enterpriseName };
}
