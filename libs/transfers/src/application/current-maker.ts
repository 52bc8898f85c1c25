import { workContext } from '@payments/observability';
import type { Maker } from '../domain/transfer-state.js';

/** The caller of the current request, as the maker of what it creates. */
export function currentMaker(): Maker {
  const { actor, owner, isPortal } = workContext.get();
  return { created_by: actor ?? null, owner: owner ?? null, origin: isPortal === true ? 'portal' : 'api' };
}
