import { Injectable } from '@nestjs/common';
import { isUuid, UnitOfWork } from '@payments/kernel';
import { recoveryErrors } from '../domain/webhook.errors.js';
import { Recoveries } from './history-ports.js';
import { toRecoveryView } from './recovery.view.js';
import type { RecoveryView } from './recovery.view.js';

/** The progress of a recovery. @throws unknown_id */
@Injectable()
export class GetRecovery {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly recoveries: Recoveries,
  ) {}

  async execute(configurationId: string, id: string): Promise<RecoveryView> {
    const isPossible = isUuid(configurationId) && isUuid(id);
    const found = isPossible ? await this.unitOfWork.read(() => this.recoveries.find(configurationId, id)) : undefined;
    if (found === undefined) throw recoveryErrors.unknown_id();
    return toRecoveryView(found);
  }
}
