import { Injectable } from '@nestjs/common';
import { workContext } from '@payments/observability';
import { currentTransaction } from '@payments/persistence';
import { EnterpriseKeypairs } from '../../application/ports.js';
import type { EnterpriseKeypairState } from '../../domain/enterprise-keypair.js';

@Injectable()
export class EnterpriseKeypairsRepository extends EnterpriseKeypairs {
  async find(): Promise<EnterpriseKeypairState | undefined> {
    const [keypair] = await currentTransaction().query<EnterpriseKeypairState>(
      `SELECT enterprise_id, id, public_key, private_key, created_at, updated_at
       FROM webhooks.enterprise_keypairs WHERE enterprise_id = $1`,
      [workContext.enterpriseId()],
    );
    return keypair;
  }

  async addIfAbsent(keypair: EnterpriseKeypairState): Promise<EnterpriseKeypairState> {
    const { id, public_key, private_key, created_at, updated_at } = keypair;
    await currentTransaction().query(
      `INSERT INTO webhooks.enterprise_keypairs (enterprise_id, id, public_key, private_key, created_at, updated_at)
       VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (enterprise_id) DO NOTHING`,
      [workContext.enterpriseId(), id, public_key, private_key, created_at, updated_at],
    );
    return (await this.find()) ?? keypair;
  }

  async replace(keypair: EnterpriseKeypairState): Promise<void> {
    const { id, public_key, private_key, created_at, updated_at } = keypair;
    await currentTransaction().query(
      `INSERT INTO webhooks.enterprise_keypairs (enterprise_id, id, public_key, private_key, created_at, updated_at)
       VALUES ($1, $2, $3, $4, $5, $6)
       ON CONFLICT (enterprise_id) DO UPDATE SET id = excluded.id, public_key = excluded.public_key,
         private_key = excluded.private_key, created_at = excluded.created_at, updated_at = excluded.updated_at`,
      [workContext.enterpriseId(), id, public_key, private_key, created_at, updated_at],
    );
  }
}
