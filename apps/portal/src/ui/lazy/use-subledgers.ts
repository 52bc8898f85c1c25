import { useQuery } from '@tanstack/react-query';
import { newestSubledgersQuery } from '../../api/product-queries.js';
import { useCan } from '../../app/use-session.js';

export type Choice = readonly [value: string, name: string];

/** The newest open subledgers by their references, and the chosen one. None for whoever may not read them. */
export function useSubledgers(chosen: string): readonly Choice[] {
  const { data = [] } = useQuery({ ...newestSubledgersQuery(), enabled: useCan('read:subledgers') });
  return withChosen(
    data.map(({ subledger_reference_id: reference }): Choice => [reference, reference]),
    chosen,
  );
}

/** What can be chosen, and what is chosen even if it is older. */
export const withChosen = (options: readonly Choice[], chosen: string): readonly Choice[] =>
  chosen === '' || options.some(([value]) => value === chosen) ? options : [[chosen, chosen], ...options];
