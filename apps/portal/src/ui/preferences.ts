import { useSyncExternalStore } from 'react';
import { session } from '../app/session.js';
import { serverTime } from '../api/server-time.js';
import type { Preferences } from '../api/session-api.js';
import type { Zone } from '../format/time.js';

const NONE: Preferences = {};

/** The preferences of the user; none before the sign-in. */
export function usePreferences(): Preferences {
  const state = useSyncExternalStore(session.subscribe, session.current);
  return state.status === 'signed_in' ? state.me.preferences : NONE;
}

/** The time zone in which times are shown. Banks work in Eastern Time. */
export const useZone = (): Zone => usePreferences().time_zone ?? 'eastern';

const TICK_MS = 10_000;
const tickers = new Set<() => void>();
let now = serverTime();
let ticker: number | undefined;

function subscribe(listener: () => void): () => void {
  tickers.add(listener);
  if (ticker === undefined) {
    now = serverTime();
    ticker = window.setInterval(() => {
      now = serverTime();
      for (const tick of tickers) tick();
    }, TICK_MS);
  }
  return () => {
    tickers.delete(listener);
    if (tickers.size > 0) return;
    clearInterval(ticker);
    ticker = undefined;
  };
}

/** The time of the service, one for the whole page, renewed every ten seconds. */
export const useNow = (): Date => useSyncExternalStore(subscribe, () => now);
