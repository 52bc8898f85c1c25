import { Injectable } from '@nestjs/common';
import { Clock, isUuid, newId, UnitOfWork } from '@payments/kernel';
import { Tasks } from '@payments/messaging';
import { startRecovery } from '../domain/recovery.js';
import type { RecoveryRequest } from '../domain/recovery.js';
import { webhookErrors } from '../domain/webhook.errors.js';
import { currentChange } from './current-change.js';
import { Recoveries } from './history-ports.js';
import { WEBHOOK_RECOVERIES, WebhookConfigurations } from './ports.js';
import { toRecoveryView } from './recovery.view.js';
import type { RecoveryView } from './recovery.view.js';

/** Starts a recovery of a configuration's deliveries, which the worker runs. @throws unknown_id */
@Injectable()
export class RecoverWebhookDeliveries {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly configurations: WebhookConfigurations,
    private readonly recoveries: Recoveries,
    private readonly tasks: Tasks,
    private readonly clock: Clock,
  ) {}

  execute(configurationId: string, request: RecoveryRequest): Promise<RecoveryView> {
    return this.unitOfWork.run(async () => {
      const found = isUuid(configurationId) ? await this.configurations.find(configurationId) : undefined;
      if (found === undefined) throw webhookErrors.unknown_id();
      const row = { enterprise_id: found.enterprise_id, id: newId(), configuration_id: found.id };
      const recovery = startRecovery(row, request, currentChange(this.clock));
      await this.recoveries.add(recovery);
      await this.tasks.schedule([{ queue: WEBHOOK_RECOVERIES, subjectId: row.id }]);
      return toRecoveryView(recovery);
    });
  }
}
