import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '@payments/kernel';
import { toClientView } from './client.view.js';
import type { ClientView } from './client.view.js';
import { Clients } from './ports.js';

/** The clients of the enterprise, newest first. */
@Injectable()
export class ListClients {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clients: Clients,
  ) {}

  execute(): Promise<ClientView[]> {
    return this.unitOfWork.run(async () => (await this.clients.list()).map(toClientView));
  }
}
