import { useSyncExternalStore } from 'react';
import type { Me } from '../api/session-api.js';
import { session } from './session.js';
import type { SessionState } from './session.js';

export const useSession = (): SessionState => useSyncExternalStore(session.subscribe, session.current);

/** The signed-in user. @throws Error outside of the shell, which shows nothing without one */
export function useMe(): Me {
  const state = useSession();
  if (state.status !== 'signed_in') throw new Error('nobody is signed in');
  return state.me;
}

export const useCan = (scope: string): boolean => useMe().scopes.includes(scope);
