import { Injectable } from '@nestjs/common';
import { workContext } from '@payments/observability';
import type { Connection } from '../../domain/connection.js';
import { Profiles } from '../ports.js';

/** The connections that the current tenant uses, and which of them nobody else uses. */
@Injectable()
export class OwnConnections {
  constructor(private readonly profiles: Profiles) {}

  all(): Connection[] {
    const id = workContext.enterpriseId();
    return this.profiles.connections.filter(({ companies }) =>
      companies.some(({ enterprise_id }) => enterprise_id === id),
    );
  }

  /** Their names. A connection that BANKS_FILE lost is nobody's. */
  alone(): string[] {
    return this.all()
      .filter(({ companies }) => new Set(companies.map(({ enterprise_id }) => enterprise_id)).size === 1)
      .map(({ name }) => name);
  }
}
