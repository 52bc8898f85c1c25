import { groupsFor, navigation, pagesOf } from './navigation.table.js';

const SCOPES = ['read:me', 'read:transfers', 'write:transfers', 'read:schedules', 'read:settings', 'read:audit'];
const viewer = (environment: 'sandbox' | 'production', scopes: readonly string[] = SCOPES) => ({
  ...{ scopes, enterprise: { id: 'e1', name: 'Acme', environment } },
});

describe('the side bar', () => {
  it('has a key of its own for each page', () => {
    const keys = navigation.flatMap(({ entries }) => entries.map(({ key }) => key));
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('shows no page that the user may not read, and no group without a page', () => {
    const { entries, labels } = { entries: pagesOf(viewer('sandbox')), labels: groupsFor(viewer('sandbox')) };
    expect(entries.map(({ to }) => to)).toEqual([
      ...['/', '/transfers', '/schedules', '/batches', '/health', '/reference', '/sandbox', '/settings', '/audit'],
    ]);
    expect(labels.every((group) => group.entries.length > 0)).toBe(true);
  });

  it('has the tools of the sandbox only there', () => {
    const paths = (environment: 'sandbox' | 'production') => pagesOf(viewer(environment)).map(({ to }) => to);
    expect(paths('sandbox').filter((to) => !paths('production').includes(to))).toEqual(['/sandbox']);
  });
});
