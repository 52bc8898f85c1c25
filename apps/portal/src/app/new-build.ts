const MARK = 'reloaded';

/** A tab of an older build asks for files that the new one lacks: it reloads, once. */
export function reloadForNewBuild(): void {
  addEventListener('vite:preloadError', (event) => {
    const state = history.state as Readonly<Record<string, unknown>> | null;
    if (state?.[MARK] === true) return;
    event.preventDefault();
    history.replaceState({ ...state, [MARK]: true }, '');
    location.reload();
  });
}
