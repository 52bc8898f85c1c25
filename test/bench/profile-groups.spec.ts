interface Frame {
  readonly functionName: string;
  readonly url: string;
  readonly lineNumber: number;
}
interface Tree {
  readonly name: string;
  readonly group: string;
  readonly self: number;
  readonly children: readonly Tree[];
}
type IsJson = (url: string, line: number) => boolean;
const { groupOf, groupsOf, treeOfCpu, treeOfHeap } = jest.requireActual<{
  groupOf(frame: Frame, callerGroup?: string): string;
  groupsOf(tree: Tree): { group: string; self: number; share: number }[];
  treeOfCpu(profile: unknown, isJson?: IsJson): Tree;
  treeOfHeap(profile: unknown): Tree;
}>('./profile-groups.mjs');
const { flameOf } = jest.requireActual<{ flameOf(tree: Tree, options: Record<string, unknown>): string }>(
  './flame.mjs',
);

const frame = (functionName: string, url = '', lineNumber = 0): Frame => ({ functionName, url, lineNumber });
const SEND = '/srv/app/node_modules/pg/lib/client.js';
const CREATE = '/srv/app/dist/libs/transfers/src/application/create.js';

const cpu = {
  nodes: [
    { id: 1, callFrame: frame('(root)'), children: [2, 6, 7] },
    {
      ...{ id: 2, callFrame: frame('create <all>', CREATE, 9), children: [3, 5] },
      positionTicks: [
        { line: 10, ticks: 3 },
        { line: 11, ticks: 1 },
      ],
    },
    { id: 3, callFrame: frame('send', SEND), children: [4] },
    { id: 4, callFrame: frame('writev') },
    { id: 5, callFrame: frame('sort') },
    { id: 6, callFrame: frame('(idle)') },
    { id: 7, callFrame: frame('(garbage collector)') },
  ],
  samples: [2, 3, 4, 5, 6, 7],
  timeDeltas: [400, 200, 100, 50, 9_000, 250],
};

describe('the groups of a profile', () => {
  it('follow the file of a function', () => {
    const groups = [
      [frame('send', SEND), 'pg'],
      [frame('create', CREATE), 'libs/transfers'],
      [frame('create', `file://${CREATE}`), 'libs/transfers'],
      [frame('main', '/srv/app/dist/apps/api/src/main.js'), 'apps/api'],
      [frame('handle', '/srv/dist/libs/x/node_modules/@nestjs/core/router.js'), 'fastify and nest'],
      [frame('write', '/srv/app/node_modules/sonic-boom/index.js'), 'logging'],
      [frame('hash', 'node:internal/crypto/hash'), 'crypto'],
      [frame('(garbage collector)'), 'garbage collector'],
      [frame('query', '/srv/app/node_modules/pglite/index.js'), 'other packages'],
    ] as const;
    for (const [of, group] of groups) expect([of.url, groupOf(of)]).toEqual([of.url, group]);
  });

  it('are those of the caller for what is built in, but for writes to sockets that log nothing', () => {
    expect(groupOf(frame('sort'), 'libs/transfers')).toBe('libs/transfers');
    expect(groupOf(frame('writeBuffer'), 'node: streams and sockets')).toBe('socket writes');
    expect(groupOf(frame('writeSync', 'node:fs'), 'logging')).toBe('logging');
    expect(groupOf(frame('writeBuffer'), 'logging')).toBe('logging');
  });

  it('share all time but idling, each function with its own', () => {
    expect(groupsOf(treeOfCpu(cpu))).toEqual([
      { group: 'libs/transfers', self: 450, share: 0.45 },
      { group: 'garbage collector', self: 250, share: 0.25 },
      { group: 'pg', self: 200, share: 0.2 },
      { group: 'socket writes', self: 100, share: 0.1 },
    ]);
  });

  it('show JSON for the share of a function that its lines with JSON have', () => {
    const tree = treeOfCpu(cpu, (url, line) => url === CREATE && line === 11);
    expect(groupsOf(tree)).toContainEqual({ group: 'JSON', self: 100, share: 0.1 });
    expect(groupsOf(tree)).toContainEqual({ group: 'libs/transfers', self: 350, share: 0.35 });
  });

  it('share the bytes of a heap profile too', () => {
    const head = {
      callFrame: frame('(root)'),
      selfSize: 0,
      children: [{ callFrame: frame('send', SEND), selfSize: 64, children: [] }],
    };
    expect(groupsOf(treeOfHeap({ head }))).toEqual([{ group: 'pg', self: 64, share: 1 }]);
  });
});

describe('the flame graph', () => {
  const svg = flameOf(treeOfCpu(cpu), { title: 'A & B', subtitle: 'small' });
  const rect = (name: string) => {
    const [, , x, y, width] = new RegExp(
      `<title>${name}[^<]*</title><rect class="g(\\d+)" x="([\\d.]+)" y="([\\d.]+)" width="([\\d.]+)"`,
    )
      .exec(svg)!
      .map(Number);
    return { x: x!, y: y!, width: width! };
  };

  it('gives each frame the width of its time and hangs it on its caller', () => {
    const [all, create, send, write] = [rect('all'), rect('create'), rect('send'), rect('writev')];
    expect([create.width / all.width, send.width / all.width, write.width / all.width]).toEqual([0.75, 0.3, 0.1]);
    expect(create.y).toBeGreaterThan(all.y);
    expect(send.y).toBeGreaterThan(create.y);
    expect(send.x).toBeGreaterThanOrEqual(create.x);
  });

  it('escapes names, says the shares, and leaves idling out', () => {
    expect(svg).toContain(
      '<title>create &lt;all&gt; libs/transfers/src/application/create.js:10 [libs/transfers] 75.0 %',
    );
    expect(svg).toContain('A &amp; B');
    expect(svg).not.toMatch(/idle\)|undefined|NaN|\/srv\//);
  });

  it('leaves out frames below the least share', () => {
    expect(flameOf(treeOfCpu(cpu), { title: '', subtitle: '', least: 0.2 })).not.toContain('writev');
  });
});
