const KIB = 1024;
const BUDGETS = { firstLoad: 190 * KIB, page: 25 * KIB, styles: 20 * KIB };
/** The chunk that the page itself loads, by its name in the configuration of the build. */
const ENTRY = 'app';

/**
 * What is over its budget, one line each.
 * @param manifest that of the build: chunks by name, with `name`, `file`, `imports` and `isDynamicEntry`
 * @param sizeOf bytes of a file after gzip
 */
export function overBudget(manifest, sizeOf) {
  const closure = (name, seen = new Set()) => {
    if (seen.has(name)) return seen;
    seen.add(name);
    for (const each of manifest[name].imports ?? []) closure(each, seen);
    return seen;
  };
  const sum = (files) => [...new Set(files)].reduce((total, file) => total + sizeOf(file), 0);
  const scripts = (names) => [...names].map((name) => manifest[name].file);
  const first = closure(Object.keys(manifest).find((key) => manifest[key].name === ENTRY));
  const styles = Object.values(manifest).flatMap(({ file }) => (file.endsWith('.css') ? [file] : []));
  const sizes = [
    ['the first load', sum(scripts(first)), BUDGETS.firstLoad],
    ['all styles', sum(styles), BUDGETS.styles],
    ...Object.keys(manifest)
      .filter((name) => manifest[name].isDynamicEntry)
      .map((name) => [name, sum(scripts([...closure(name)].filter((each) => !first.has(each)))), BUDGETS.page]),
  ];
  return sizes
    .filter(([, size, budget]) => size > budget)
    .map(([what, size, budget]) => `${what}: ${(size / KIB).toFixed(1)} KiB, but at most ${budget / KIB} KiB`);
}
