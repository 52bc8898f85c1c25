interface Chunk {
  readonly name?: string;
  readonly file: string;
  readonly imports?: readonly string[];
  readonly isDynamicEntry?: boolean;
}

const { overBudget } = jest.requireActual<{
  overBudget(manifest: Record<string, Chunk>, sizeOf: (file: string) => number): string[];
}>('./budgets.mjs');

const KIB = 1024;
const manifest: Record<string, Chunk> = {
  '_app-1.js': { name: 'app', file: 'index.js', imports: ['_frame'] },
  _frame: { file: 'frame.js', imports: ['_app-1.js'] },
  'home.tsx': { file: 'home.js', imports: ['_frame', '_charts'], isDynamicEntry: true },
  _charts: { file: 'charts.js' },
  'style.css': { file: 'style.css' },
};
const sizes = { 'index.js': 90, 'frame.js': 100, 'style.css': 20, 'home.js': 5, 'charts.js': 20 };

describe('the budgets of the portal', () => {
  const judge = (change: Partial<typeof sizes> = {}) => {
    const all: Record<string, number> = { ...sizes, ...change };
    return overBudget(manifest, (file) => all[file]! * KIB);
  };

  it('are kept at exactly the limits', () => expect(judge()).toEqual([]));

  it('count what the first page loads, once', () => {
    expect(judge({ 'frame.js': 101 })).toEqual(['the first load: 191.0 KiB, but at most 190 KiB']);
  });

  it('count what a page adds, with all that it imports', () => {
    expect(judge({ 'charts.js': 21 })).toEqual(['home.tsx: 26.0 KiB, but at most 25 KiB']);
  });

  it('count the styles of all pages together', () => {
    expect(judge({ 'style.css': 21 })).toEqual(['all styles: 21.0 KiB, but at most 20 KiB']);
  });
});
