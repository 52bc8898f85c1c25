// A flame graph as one SVG that needs nothing else: width is time, a frame hangs on its caller, a click enlarges.
import { NO_WORK } from './profile-groups.mjs';

const WIDTH = 1_200;
const ROW = 17;
const HEAD = 92;
const FOOT = 16;
const CHARACTER = 6.4;
const COLOURS = {
  'garbage collector': '#d9534f',
  'socket writes': '#e08e45',
  'V8 and Node.js themselves': '#b8b0a4',
  JSON: '#d8c24a',
  pg: '#5b8fd6',
  typeorm: '#8aa9dd',
  logging: '#b48ead',
  crypto: '#c46bb0',
  validation: '#7fbf7f',
  metrics: '#9fb7a5',
  'fastify and nest': '#5bb5b0',
  'node: HTTP': '#cfa27a',
  'node: streams and sockets': '#dcb98f',
  'node: timers, promises, the rest': '#cfc4b4',
  'other packages': '#a9b6c6',
};
const OURS = '#4cae6b';

const escaped = (text) =>
  String(text).replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign]);

/**
 * @param tree calls as `treeOfCpu` makes them; what idles is left out.
 * @param options `title` and `subtitle`; `least` is the share of the whole below which a frame is not drawn.
 */
export function flameOf(tree, { title, subtitle, least = 0.001 }) {
  const root = weighed(tree);
  const frames = [];
  place(root, { depth: 0, from: 0, least: least * root.total, frames });
  const depth = Math.max(...frames.map((frame) => frame.depth));
  const height = HEAD + (depth + 1) * ROW + FOOT;
  const groups = [...new Set(frames.map(({ node }) => node.group))].sort();
  const rows = frames.map((frame) => drawn(frame, { root, groups, y: HEAD + frame.depth * ROW }));
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-labelledby="title description">
<title id="title">${escaped(title)}</title>
<desc id="description">${escaped(subtitle)}</desc>
<style>
svg { font-family: ui-monospace, Menlo, Consolas, monospace; font-size: 11px; }
.paper { fill: #fdfcf9 } text { fill: #1f2328; pointer-events: none } .head { font: 600 16px system-ui, sans-serif } .note { font: 12px system-ui, sans-serif }
.f rect { stroke: #fdfcf9; stroke-width: .6; cursor: pointer } .f:hover rect { stroke: #1f2328 } .out rect { opacity: .25 } .gone { display: none }
${groups.map((group, index) => `.g${index} { fill: ${colourOf(group)} }`).join('\n')}
</style>
<rect class="paper" width="100%" height="100%"/>
<text class="head" x="12" y="24">${escaped(title)}</text>
<text class="note" x="12" y="42" id="note">${escaped(subtitle)}</text>
${legend(groups)}
<g id="frames">
${rows.join('\n')}
</g>
<script><![CDATA[${SCRIPT}]]></script>
</svg>
`;
}

// Totals from the leaves up; callers of the same name and place become one.
function weighed(node) {
  const children = merged(node.children.filter(({ group }) => !NO_WORK.includes(group))).map(weighed);
  const total = children.reduce((sum, child) => sum + child.total, node.self);
  return { ...node, children: children.sort((a, b) => b.total - a.total), total };
}

function merged(nodes) {
  const byName = new Map();
  for (const node of nodes) {
    const key = `${node.name} ${node.place} ${node.group}`;
    const same = byName.get(key);
    byName.set(
      key,
      same ? { ...same, self: same.self + node.self, children: [...same.children, ...node.children] } : node,
    );
  }
  return [...byName.values()];
}

function place(node, { depth, from, least, frames }) {
  if (node.total < least || node.total === 0) return;
  frames.push({ node, depth, from });
  let at = from;
  for (const child of node.children) {
    place(child, { depth: depth + 1, from: at, least, frames });
    at += child.total;
  }
}

function drawn({ node, depth, from }, { root, groups, y }) {
  const x = round((from / root.total) * WIDTH);
  const width = round((node.total / root.total) * WIDTH);
  const share = ((100 * node.total) / root.total).toFixed(1);
  const label = depth === 0 ? 'all' : node.name;
  const title = `${label}${node.place ? ` ${node.place}` : ''} [${node.group}] ${share} %`;
  const text = fitted(label, width);
  return `<g class="f"><title>${escaped(title)}</title><rect class="g${groups.indexOf(node.group)}" x="${x}" y="${y}" width="${width}" height="${ROW - 1}"/>${text ? `<text x="${round(x + 3)}" y="${y + 12}">${escaped(text)}</text>` : ''}</g>`;
}

function fitted(label, width) {
  const room = Math.floor((width - 6) / CHARACTER);
  if (room < 3) return '';
  return label.length <= room ? label : `${label.slice(0, room - 1)}…`;
}

function legend(groups) {
  let [x, y] = [12, 54];
  return groups
    .map((group, index) => {
      const width = 28 + group.length * 6.2;
      if (x + width > WIDTH) [x, y] = [12, y + 17];
      const entry = `<rect class="g${index}" x="${round(x)}" y="${y}" width="10" height="10"/><text class="note" x="${round(x + 14)}" y="${y + 9}" style="font-size:11px">${escaped(group)}</text>`;
      x += width;
      return entry;
    })
    .join('\n');
}

const colourOf = (group) => COLOURS[group] ?? OURS;
const round = (number) => Number(number.toFixed(1));

// In the browser: a click on a frame gives it the whole width, its callers with it; a click on "all" goes back.
const SCRIPT = `
const width = ${WIDTH}, character = ${CHARACTER};
const frames = [...document.querySelectorAll('#frames .f')].map((g) => {
  const rect = g.querySelector('rect'), title = g.querySelector('title').textContent;
  const number = (name) => Number(rect.getAttribute(name));
  return { g, rect, title, name: title.replace(/ (?:\\S+:\\d+ )?\\[.*$/, ''), x: number('x'), y: number('y'), w: number('width') };
});
const note = document.getElementById('note'), said = note.textContent;
function enlarge(chosen) {
  const scale = width / chosen.w;
  for (const frame of frames) {
    const inside = frame.x >= chosen.x - 0.05 && frame.x + frame.w <= chosen.x + chosen.w + 0.15 && frame.y >= chosen.y;
    const caller = frame.y < chosen.y && frame.x <= chosen.x + 0.05 && frame.x + frame.w >= chosen.x + chosen.w - 0.15;
    frame.g.classList.toggle('gone', !inside && !caller);
    frame.g.classList.toggle('out', caller && frame !== chosen);
    if (!inside && !caller) continue;
    const x = caller ? 0 : (frame.x - chosen.x) * scale, w = caller ? width : frame.w * scale;
    frame.rect.setAttribute('x', x);
    frame.rect.setAttribute('width', w);
    const room = Math.floor((w - 6) / character);
    let text = frame.g.querySelector('text');
    if (room >= 3 && !text) {
      text = frame.g.appendChild(document.createElementNS('http://www.w3.org/2000/svg', 'text'));
      text.setAttribute('y', frame.y + 12);
    }
    if (!text) continue;
    text.setAttribute('x', x + 3);
    text.textContent = room < 3 ? '' : frame.name.length <= room ? frame.name : frame.name.slice(0, room - 1) + '…';
  }
}
for (const frame of frames) {
  frame.g.addEventListener('click', () => enlarge(frame));
  frame.g.addEventListener('mouseenter', () => (note.textContent = frame.title));
  frame.g.addEventListener('mouseleave', () => (note.textContent = said));
}
`;
