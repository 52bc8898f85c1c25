import { Injectable } from '@nestjs/common';
import { Clock, UnitOfWork } from '@payments/kernel';
import { workContext } from '@payments/observability';
import { kindsFor } from '../domain/attention.table.js';
import { PortalReader } from './ports.js';
import type { AttentionCount } from './ports.js';

const DAY_MS = 86_400_000;

/** What needs the attention of a caller with these scopes. */
@Injectable()
export class GetAttention {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly reader: PortalReader,
    private readonly clock: Clock,
  ) {}

  execute(scopes: ReadonlySet<string>): Promise<readonly AttentionCount[]> {
    const isGuarded = workContext.tenant().settings.return_guard !== 'off';
    const kinds = kindsFor(scopes).filter((kind) => kind !== 'return_rates' || isGuarded);
    if (kinds.length === 0) return Promise.resolve([]);
    const since = new Date(this.clock.now().getTime() - DAY_MS);
    return this.unitOfWork.read(() => this.reader.attention(kinds, since));
  }
}
