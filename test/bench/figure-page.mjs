// A page of benchmarks that were measured apart from the others: each figure beside its target, then the tables.

const digits = (value) => (value >= 1_000 ? Math.round(value).toLocaleString('en-US') : Number(value.toPrecision(3)));
const isMet = ({ least, most, value }) => (least === undefined ? value <= most : value >= least);
const targetOf = ({ least, most, unit = '' }) =>
  `${least === undefined ? `at most ${digits(most)}` : `at least ${digits(least)}`} ${unit}`.trim();

/**
 * @param page `heading`, `intro` (lines), and `catalog`: by name, each part's `title`, the `option` that measures it, its `table` and
 *   its `targets` (`figure`, `least` or `most`, `value`, `unit`)
 * @param parts by name, each with `date`, `machine` and what was measured
 * @returns the lines of the page
 */
export function figurePageOf({ heading, intro, catalog }, parts) {
  const known = Object.entries(catalog).filter(([name]) => name in parts);
  return [
    `# ${heading}`,
    '',
    ...intro,
    '',
    '| figure | target | measured | met |',
    '| --- | --- | ---: | --- |',
    ...known
      .flatMap(([name, { targets }]) => targets(parts[name], parts))
      .map((row) => {
        const measured = `${digits(row.value)} ${row.unit ?? ''}`.trim();
        return `| ${row.figure} | ${targetOf(row)} | ${measured} | ${isMet(row) ? 'yes' : '**no**'} |`;
      }),
    ...known.flatMap(([name, { title, option, table }]) => [
      '',
      `## ${title}`,
      '',
      `${parts[name].date}: ${parts[name].machine}; \`npm run bench -- ${option}\`.`,
      '',
      table(parts[name]),
    ]),
  ];
}
