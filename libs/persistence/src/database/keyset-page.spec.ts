import type { ListRequest } from './page.js';
import { commonFilters, keysetPage } from './keyset-page.js';

interface Filter extends ListRequest {
  readonly start_time?: Date;
  readonly end_time?: Date;
  readonly status?: readonly string[];
  readonly reference?: string;
}

const source = {
  table: 'accounts.external_accounts',
  columns: 'id, status',
  conditions: { ...commonFilters, reference: (value: string) => `listed.reference = ${value}` },
};
const FILTERS: readonly (keyof Filter)[] = ['start_time', 'end_time', 'status', 'reference', 'after'];
const filter: Filter = {
  start_time: new Date(1),
  end_time: new Date(2),
  status: ['closed'],
  reference: "x'; --",
  after: 'an-id',
};

function combination(bits: number): Filter {
  return Object.fromEntries(FILTERS.filter((_, bit) => bits & (1 << bit)).map((name) => [name, filter[name]]));
}

const statements = Array.from({ length: 2 ** FILTERS.length }, (_, bits) => {
  const chosen = combination(bits);
  return { chosen, ...keysetPage<Filter>(source, chosen, 'an-enterprise') };
});

describe('the statement of a list', () => {
  it('selects the default page and one more row by default', () => {
    expect(keysetPage<Filter>(source, {}, 'an-enterprise')).toEqual({
      sql: expect.stringMatching(/WHERE listed\.enterprise_id = \$1 ORDER BY .* LIMIT \$2 OFFSET \$3$/) as string,
      values: ['an-enterprise', 101, 0],
      name: 'list-accounts.external_accounts',
    });
  });

  it('has a name per filter combination that PostgreSQL can distinguish', () => {
    const names = statements.map(({ name }) => name.slice(0, 63));
    expect(new Set(names).size).toBe(statements.length);
    expect(names).toEqual(statements.map(({ name }) => name));
  });

  it('has the same text under one name, whatever the values', () => {
    const one = keysetPage<Filter>(source, { size: 1, after: 'a' }, 'x');
    const other = keysetPage<Filter>(source, { size: 500, index: 7, after: 'b' }, 'y');
    expect([other.name, other.sql]).toEqual([one.name, one.sql]);
  });

  it('passes every value as the parameter that its condition names', () => {
    for (const { sql, values, chosen } of statements) {
      expect(sql).not.toContain('--');
      const placed = Object.values(chosen);
      expect(values).toHaveLength(3 + placed.length);
      expect(values.slice(3)).toEqual(expect.arrayContaining(placed));
      const named = (value: unknown) => `$${values.indexOf(value) + 1}`;
      if (chosen.reference) expect(sql).toContain(`listed.reference = ${named(chosen.reference)}`);
      if (chosen.start_time) expect(sql).toContain(`listed.created_at >= ${named(chosen.start_time)}`);
      if (chosen.end_time) expect(sql).toContain(`listed.created_at < ${named(chosen.end_time)}`);
      if (chosen.after) expect(sql).toContain(`last.id = ${named(chosen.after)}`);
    }
  });
});
