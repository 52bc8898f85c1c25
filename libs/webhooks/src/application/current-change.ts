import type { Clock } from '@payments/kernel';
import { workContext } from '@payments/observability';
import type { Change } from '../domain/webhook-configuration.js';

const SYSTEM = 'system';

/** The actor and time of the current work: the client id, the portal user's name, or the queue. */
export function currentChange(clock: Clock): Change {
  return { by: workContext.get().actor ?? SYSTEM, at: clock.now() };
}
