import { netsOf } from '@payments/ledger';
import type { Invariant, Violation } from '@payments/persistence';
import { expectedNet } from '../../domain/probe-postings.js';
import type { ProbeState } from '../../domain/probe.js';

const STEP = 500;
const FIRST = '00000000-0000-0000-0000-000000000000';

type Moved = Pick<ProbeState, 'id' | 'side' | 'rail' | 'status'> & { readonly amount: string };
type Place = Pick<Parameters<Invariant['find']>[0], 'transaction' | 'enterpriseId'>;

/** Probes whose entries are not what their status demands. */
export async function findWrongProbes({ transaction, enterpriseId }: Place): Promise<Violation[]> {
  const violations: Violation[] = [];
  for (let after = FIRST; ;) {
    const probes = await transaction.query<Moved>(
      `SELECT id, side, rail, amount, status FROM verify.probes WHERE enterprise_id = $1 AND id > $2 ORDER BY id LIMIT $3`,
      [enterpriseId, after, STEP],
    );
    if (probes.length === 0) return violations;
    const nets = await netsOf(
      transaction,
      enterpriseId,
      probes.map(({ id }) => id),
    );
    for (const { id, amount, ...probe } of probes) {
      const [expected, found] = [expectedNet({ ...probe, amount: BigInt(amount) }), nets.get(id) ?? new Map()].map(
        told,
      );
      if (expected === found) continue;
      violations.push({ subject: id, message: `its status requires ${expected}, but its entries are ${found}` });
    }
    after = probes.at(-1)!.id;
  }
}

function told(net: ReadonlyMap<string, bigint>): string {
  const accounts = [...net].sort(([a], [b]) => (a < b ? -1 : 1));
  return accounts.length === 0 ? 'nothing' : accounts.map(([account, cents]) => `${account} ${cents}`).join(', ');
}
