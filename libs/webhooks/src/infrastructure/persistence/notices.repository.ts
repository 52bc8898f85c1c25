import { Injectable } from '@nestjs/common';
import { newId } from '@payments/kernel';
import { workContext } from '@payments/observability';
import { currentTransaction } from '@payments/persistence';
import { Notices } from '../../application/ports.js';
import type { Notice } from '../../application/ports.js';

@Injectable()
export class NoticesRepository extends Notices {
  async add({ configuration_id, kind, at }: Notice): Promise<void> {
    await currentTransaction().query(
      `INSERT INTO webhooks.notices (enterprise_id, id, configuration_id, kind, created_at) VALUES ($1, $2, $3, $4, $5)`,
      [workContext.enterpriseId(), newId(), configuration_id, kind, at],
    );
  }
}
