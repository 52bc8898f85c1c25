import { Injectable } from '@nestjs/common';
import { isUuid, UnitOfWork } from '@payments/kernel';
import { webhookErrors } from '../domain/webhook.errors.js';
import { Recoveries } from './history-ports.js';
import { toRecoveryView } from './recovery.view.js';
import type { RecoveryView } from './recovery.view.js';

/** How far a recovery is. @throws unknown_id */
@Injectable()
export class ReadRecovery {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly recoveries: Recoveries,
  ) {}

  async execute(configurationId: string, id: string): Promise<RecoveryView> {
    const isPossible = isUuid(configurationId) && isUuid(id);
    const found = isPossible ? await this.unitOfWork.read(() => this.recoveries.find(configurationId, id)) : undefined;
    if (found === undefined) {
      throw webhookErrors.unknown_id({ message: 'There is no recovery with this id for this webhook configuration' });
    }
    return toRecoveryView(found);
  }
}
