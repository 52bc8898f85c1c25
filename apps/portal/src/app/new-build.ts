let isHere = false;

/** Notes when a file is asked for that the service no longer has, as the tab of an older build does. */
export function watchForNewBuild(): void {
  addEventListener('vite:preloadError', () => (isHere = true));
}

export const isNewBuildHere = (): boolean => isHere;
