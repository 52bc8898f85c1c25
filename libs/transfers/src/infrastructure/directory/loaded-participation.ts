import type { UnitOfWork } from '@payments/kernel';
import { currentTransaction } from '@payments/persistence';
import type { ParticipantsJson, ParticipationDirectory } from '../../application/participation.js';
import type { Participation } from '../../domain/rails.js';

interface Row {
  readonly routing_number: string;
  readonly rtp: boolean;
  readonly fednow: boolean;
  readonly loaded: boolean;
  readonly ach: boolean;
}

interface Participants {
  /** The transaction that loaded them. */
  readonly load: string;
  readonly json: ParticipantsJson;
}

// One transaction inserts all rows of a load, and nothing updates them.
const LOAD = 'SELECT xmin::text AS load FROM transfers.participation LIMIT 1';
const PARTICIPANTS = `SELECT min(xmin::text) AS load, coalesce(jsonb_object_agg(
    routing_number, jsonb_build_object('rtp', rtp, 'fednow', fednow)) FILTER (WHERE rtp OR fednow), '{}')::text AS json
  FROM transfers.participation HAVING count(*) > 0`;

/** The directory that the operator has loaded; without one, `unloaded` is used instead. */
export class LoadedParticipation implements ParticipationDirectory {
  private cached: Participants | undefined;

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly unloaded: ParticipationDirectory,
  ) {}

  async of(routingNumbers: readonly string[]): Promise<Map<string, Participation>> {
    if (routingNumbers.length === 0) return new Map();
    const rows = await this.unitOfWork.read(() =>
      currentTransaction().query<Row>(
        `SELECT asked.routing_number, coalesce(rtp, false) AS rtp, coalesce(fednow, false) AS fednow,
           EXISTS (SELECT FROM transfers.participation) AS loaded,
           bank.name IS NOT NULL OR NOT EXISTS (SELECT FROM transfers.ach_banks) AS ach
         FROM unnest($1::text[]) AS asked (routing_number) LEFT JOIN transfers.participation USING (routing_number)
         LEFT JOIN transfers.ach_banks bank USING (routing_number)`,
        [[...new Set(routingNumbers)]],
        'find-bank-participation',
      ),
    );
    const unloaded = rows[0]?.loaded === true ? undefined : await this.unloaded.of(routingNumbers);
    return new Map(
      rows.map(({ routing_number, rtp, fednow, ach }) => [
        routing_number,
        { ...(unloaded?.get(routing_number) ?? { rtp, fednow }), ...(!ach && { ach }) },
      ]),
    );
  }

  async participants(): Promise<ParticipantsJson> {
    const loaded = await this.unitOfWork.run(() => this.read());
    return loaded?.json ?? this.unloaded.participants();
  }

  private async read(): Promise<Participants | undefined> {
    const [row] = await currentTransaction().query<Pick<Participants, 'load'>>(LOAD, [], 'find-participation-version');
    if (row === undefined) return undefined;
    if (row.load === this.cached?.load) return this.cached;
    [this.cached] = await currentTransaction().query<Participants>(PARTICIPANTS, [], 'find-participants');
    return this.cached;
  }
}

/** No directory: no instant network is known to reach a bank, so everything uses ACH. */
export const nobodyParticipates: ParticipationDirectory = {
  of: (routingNumbers) => Promise.resolve(new Map(routingNumbers.map((each) => [each, { rtp: false, fednow: false }]))),
  participants: () => Promise.resolve('{}'),
};
