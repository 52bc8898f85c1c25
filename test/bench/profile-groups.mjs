// Whose work a frame of a V8 profile is, and how much of the whole each group has.

const OURS = /\/(?:dist\/)?((?:libs|apps)\/[\w-]+)\//;

/** Groups that are no work of the process: they count nowhere. */
export const NO_WORK = ['idle', 'profiler'];

/** The first rule that fits a frame decides; `url` is the file, `name` the function. */
const RULES = [
  ['garbage collector', { name: /^\(garbage collector\)$/ }],
  ['idle', { name: /^\(idle\)$/ }],
  ['profiler', { url: /^$/, name: /^dispatch$/ }],
  ['profiler', { url: /\/test\/bench\// }],
  ['V8 and Node.js themselves', { name: /^\((?:program|root)\)$/ }],
  ['socket writes', { url: /^$/, name: /^(?:writev|write(?:Utf8|Latin1|Ascii|Ucs2)String|writeBuffer)$/ }],
  ['pg', { url: /\/node_modules\/(?:pg|pg-[\w-]+|postgres-[\w-]+)\// }],
  ['typeorm', { url: /\/node_modules\/typeorm\// }],
  ['logging', { url: /\/node_modules\/(?:pino[\w-]*|sonic-boom|thread-stream|quick-format-unescaped)\// }],
  ['crypto', { url: /\/node_modules\/(?:jose|@node-rs)\/|^node:(?:internal\/)?crypto/ }],
  ['validation', { url: /\/node_modules\/zod\// }],
  ['metrics', { url: /\/node_modules\/prom-client\// }],
  [
    'fastify and nest',
    {
      url: /\/node_modules\/(?:@?fastify[\w-]*|@nestjs|find-my-way|avvio|rxjs|reflect-metadata|fast-[\w-]+|secure-json-parse)\//,
    },
  ],
  ['node: HTTP', { url: /^node:(?:_http|http|internal\/http)|^node:_?tls/ }],
  ['node: streams and sockets', { url: /^node:(?:net|stream|internal\/(?:streams|stream_base))/ }],
  ['node: timers, promises, the rest', { url: /^node:(?!fs|internal\/fs)/ }],
  ['other packages', { url: /\/node_modules\// }],
];

/**
 * @returns the group of a frame that is called by a frame of `callerGroup`: that one when the frame is a built-in
 *   function or the file system's, which log, read and write for their callers.
 */
export function groupOf({ functionName, url }, callerGroup = 'V8 and Node.js themselves') {
  const path = url.replace(/^file:\/\//, '');
  if (!path.includes('/node_modules/')) {
    const ours = OURS.exec(path);
    if (ours) return ours[1];
  }
  if (callerGroup === 'logging' && isBuiltIn(path)) return callerGroup;
  return (
    RULES.find(([, { url: file = /^/, name = /^/ }]) => file.test(path) && name.test(functionName))?.[0] ?? callerGroup
  );
}

const isBuiltIn = (path) => path === '' || path.startsWith('node:');

/**
 * A V8 CPU profile as a tree of calls.
 * @param isJson whether a line (from 1) of a file turns JSON into values or back. V8 counts that for the line that calls
 *   it, and the tree shows it as a call.
 * @returns the root: `name`, `place`, `group`, `self` (microseconds), `children`.
 */
export function treeOfCpu({ nodes, samples, timeDeltas }, isJson = () => false) {
  const self = new Map(nodes.map(({ id }) => [id, 0]));
  // A delta is the time up to its sample.
  samples.forEach((id, index) => self.set(id, self.get(id) + Math.max(0, timeDeltas[index])));
  const known = new Map(nodes.map((node) => [node.id, node]));
  const grow = (node, callerGroup) => {
    const json = self.get(node.id) * shareOf(node, isJson);
    const children = (node.children ?? []).map((id) => known.get(id));
    const grown = frame(node, { callerGroup, self: self.get(node.id) - json, children, grow });
    if (json > 0) grown.children.push({ name: 'JSON', place: '', group: 'JSON', self: json, children: [] });
    return grown;
  };
  return grow(nodes[0], undefined);
}

function shareOf({ callFrame, positionTicks = [] }, isJson) {
  const ticks = (those) => those.reduce((sum, each) => sum + each.ticks, 0);
  const inJson = ticks(positionTicks.filter(({ line }) => isJson(callFrame.url, line)));
  return inJson === 0 ? 0 : inJson / ticks(positionTicks);
}

/** A V8 heap profile as a tree of calls; `self` in bytes. */
export function treeOfHeap({ head }) {
  const grow = (node, callerGroup) => frame(node, { callerGroup, self: node.selfSize, children: node.children, grow });
  return grow(head, undefined);
}

function frame({ callFrame }, { callerGroup, self, children, grow }) {
  const { functionName, url, lineNumber } = callFrame;
  const group = groupOf(callFrame, callerGroup);
  return {
    name: functionName || '(anonymous)',
    place: url === '' ? '' : `${shortened(url)}:${lineNumber + 1}`,
    ...{ group, self },
    children: children.map((child) => grow(child, group)),
  };
}

// Of a path what is the same on every machine.
function shortened(url) {
  return url.replace(/^file:\/\//, '').replace(/^.*\/(?=node_modules\/|(?:libs|apps|test)\/)/, '');
}

/** @returns the groups of a tree, most first: `group`, `self` in the unit of the tree, `share` of all work. */
export function groupsOf(tree) {
  const sums = new Map();
  const add = ({ group, self, children }) => {
    sums.set(group, (sums.get(group) ?? 0) + self);
    children.forEach(add);
  };
  add(tree);
  for (const group of NO_WORK) sums.delete(group);
  const total = [...sums.values()].reduce((sum, each) => sum + each, 0);
  return [...sums]
    .filter(([, self]) => self > 0)
    .map(([group, self]) => ({ group, self, share: self / total }))
    .sort((a, b) => b.self - a.self);
}
