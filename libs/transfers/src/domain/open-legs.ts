import type { LegState } from './leg.js';
import { attempted, newLeg } from './leg-steps.js';
import { unroutable } from './rails.js';
import { reason } from './reason-codes.js';
import type { StatusReasons } from './reason-codes.js';
import type { AcceptOptions } from './transfer-options.js';
import { sidesOf } from './transfer-state.js';
import type { TransferState } from './transfer-state.js';

type OpenLegsOptions = Pick<AcceptOptions, 'newLegId' | 'routing' | 'at' | 'now'>;

/** The legs of a transfer that is accepted, the debit first, on their rails; or why no rail can carry them. */
export function openLegs(
  transfer: TransferState,
  { newLegId, routing, at, now }: OpenLegsOptions,
): { readonly legs: readonly LegState[] } | { readonly stuck: StatusReasons } {
  const legs = sidesOf(transfer).map((side) => newLeg(transfer, side, { id: newLegId(), now }));
  const routes = legs.map((leg) => routing.route(leg, transfer.speed, { at }));
  const stuck = legs.flatMap(({ side }, position) => {
    const { rail, candidates } = routes[position]!;
    return rail === undefined ? [[side, reason(unroutable(candidates))] as const] : [];
  });
  if (stuck.length > 0) return { stuck: Object.fromEntries(stuck) };
  return { legs: legs.map((leg, position) => attempted(leg, routes[position]!, { at, routing })) };
}
