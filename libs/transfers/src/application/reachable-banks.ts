import { Injectable } from '@nestjs/common';
import { Clock } from '@payments/kernel';
import { workContext } from '@payments/observability';
import { ParticipantStates, Profiles } from '@payments/rails';
import type { Participation } from '../domain/rails.js';
import { ParticipationDirectory } from './participation.js';

const INSTANT = ['rtp', 'fednow'] as const;

/**
 * Which instant networks reach banks now: those of the directory, without participants and networks that told the
 * connection of the enterprise that they take no payments. In the current unit of work.
 */
@Injectable()
export class ReachableBanks {
  constructor(
    private readonly directory: ParticipationDirectory,
    private readonly profiles: Profiles,
    private readonly states: ParticipantStates,
    private readonly clock: Clock,
  ) {}

  async of(routingNumbers: readonly string[]): Promise<Map<string, Participation>> {
    const banks = await this.directory.of(routingNumbers);
    const enterpriseId = workContext.enterpriseId();
    const rails = INSTANT.flatMap((rail) => {
      const connection = this.profiles.offering(enterpriseId, rail);
      return connection === undefined ? [] : [{ connection: connection.name, rail }];
    });
    if (rails.length === 0 || banks.size === 0) return banks;
    for (const { rail, routing_number } of await this.states.off(rails, [...banks.keys()], this.clock.now())) {
      const off = routing_number === '' ? [...banks.keys()] : [routing_number];
      for (const each of off) banks.set(each, { ...banks.get(each)!, [rail]: false });
    }
    return banks;
  }
}
