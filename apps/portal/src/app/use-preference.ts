import type { Preferences } from '../api/session-api.js';
import { textOf } from '../ui/states.js';
import { useNotify } from '../ui/toast.js';
import { session } from './session.js';
import { useMe } from './use-session.js';

/** Saves a change of the preferences with the user, on the server. */
export function usePreference(): (change: Preferences) => void {
  const { preferences } = useMe();
  const notify = useNotify();
  return (change) => {
    session.savePreferences({ ...preferences, ...change }).catch((error: unknown) => notify(textOf(error), 'bad'));
  };
}
