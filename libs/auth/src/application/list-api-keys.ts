import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '@payments/kernel';
import { toApiKeyView } from './api-key.view.js';
import type { ApiKeyView } from './api-key.view.js';
import { ApiKeys } from './ports.js';

/** The API keys of the enterprise, newest first. */
@Injectable()
export class ListApiKeys {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly apiKeys: ApiKeys,
  ) {}

  execute(): Promise<ApiKeyView[]> {
    return this.unitOfWork.run(async () => (await this.apiKeys.list()).map(toApiKeyView));
  }
}
