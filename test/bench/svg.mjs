// What the plots of the benchmark share.

/** Colors and type of the plots, on light and on dark pages. */
export const STYLE = `
  svg { font-family: system-ui, -apple-system, "Segoe UI", Helvetica, Arial, sans-serif; font-size: 12px; }
  .paper { fill: #ffffff } text { fill: #1f2328 } .soft { fill: #59636e }
  .title { font-size: 18px; font-weight: 600 } .panel { font-size: 14px; font-weight: 600 } .value { font-weight: 600 }
  .met { fill: #1a7f5a } .missed { fill: #c2571a } .plain { fill: #4a72b0 } .beside { fill: #a9b6c6 }
  .track { fill: #eef1f4 } .target { stroke: #1f2328; stroke-width: 2 }
  .grid { stroke: #d1d9e0; stroke-width: 1 }
  @media (prefers-color-scheme: dark) {
    .paper { fill: #0d1117 } text { fill: #e6edf3 } .soft { fill: #9198a1 }
    .met { fill: #3fb984 } .missed { fill: #f0883e } .plain { fill: #6f9be0 } .beside { fill: #57616e }
    .track { fill: #1b222c } .target { stroke: #e6edf3 } .grid { stroke: #30363d }
  }`;

export const escaped = (text) =>
  String(text).replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign]);
export const text = (x, y, content, attributes = '') =>
  `<text x="${x}" y="${y}" ${attributes}>${escaped(content)}</text>`;

export function round(number) {
  return Number(number.toFixed(2));
}
