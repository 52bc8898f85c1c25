import type { Clock } from '@payments/kernel';
import { workContext } from '@payments/observability';
import type { Change } from '../domain/webhook-configuration.js';

const SYSTEM = 'system';

/** Who does the current work, and when: the client id, the portal user's name, or the queue that works on its own. */
export function currentChange(clock: Clock): Change {
  return { by: workContext.get().actor ?? SYSTEM, at: clock.now() };
}
