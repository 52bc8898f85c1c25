/**
 * What a suite of the deep tier protects: folders or files, from the root. `scripts/deep.mjs --changed` reads them in its text, and runs it
 * when one of them has changed since the whole tier passed.
 */
export function guards(..._paths: readonly [string, ...string[]]): void {}
