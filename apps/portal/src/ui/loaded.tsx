import type { ReactNode } from 'react';
import type { UseQueryResult } from '@tanstack/react-query';
import { Failed, Skeleton } from './states.js';

interface LoadedProps<Data> {
  readonly query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'refetch'>;
  readonly children: (data: Data) => ReactNode;
}

/** What was read, or that it is on its way or failed. */
export function Loaded<Data>({ query: { data, error, refetch }, children }: LoadedProps<Data>) {
  if (data !== undefined) return children(data);
  return error ? <Failed error={error} onRetry={() => void refetch()} /> : <Skeleton />;
}
