import type { UnitOfWork } from '@payments/kernel';
import { currentTransaction } from '@payments/platform';
import type { ParticipationDirectory } from '../../application/participation.js';
import type { Participation } from '../../domain/rails.js';

interface Row {
  readonly routing_number: string;
  readonly rtp: boolean;
  readonly fednow: boolean;
  readonly loaded: boolean;
}

/** The directory that the operator has loaded; while there is none, `unloaded` answers in its place. */
export class LoadedParticipation implements ParticipationDirectory {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly unloaded: ParticipationDirectory,
  ) {}

  async of(routingNumbers: readonly string[]): Promise<Map<string, Participation>> {
    if (routingNumbers.length === 0) return new Map();
    const rows = await this.unitOfWork.run(() =>
      currentTransaction().query<Row>(
        `SELECT asked.routing_number, coalesce(rtp, false) AS rtp, coalesce(fednow, false) AS fednow,
           EXISTS (SELECT FROM transfers.participation) AS loaded
         FROM unnest($1::text[]) AS asked (routing_number) LEFT JOIN transfers.participation USING (routing_number)`,
        [[...new Set(routingNumbers)]],
        'participation-of',
      ),
    );
    if (rows[0]?.loaded !== true) return this.unloaded.of(routingNumbers);
    return new Map(rows.map(({ routing_number, rtp, fednow }) => [routing_number, { rtp, fednow }]));
  }
}

/** No directory at all: nothing is known to reach anybody, so everything goes by ACH. */
export const nobodyParticipates: ParticipationDirectory = {
  of: (routingNumbers) => Promise.resolve(new Map(routingNumbers.map((each) => [each, { rtp: false, fednow: false }]))),
};
