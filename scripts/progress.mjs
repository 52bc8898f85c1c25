import { performance } from 'node:perf_hooks';
import { clearInterval, setInterval } from 'node:timers';
import util from 'node:util';

const FRAMES = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];
const FRAME_MS = 100;
const DOT_MS = 5_000;

const stream = process.stderr;
const colours = stream.isTTY === true && !process.env.NO_COLOR;

// util.styleText by name would be a syntax error on a Node that lacks it, before its version can be checked.
/** Colours a text for stderr, only on a terminal and not with NO_COLOR. */
export const paint = (style, text) => (colours ? util.styleText(style, text, { stream }) : text);

/** The text without the colours that a tool gave it, where ours are not shown either. */
export const plain = (text) => (colours ? text : util.stripVTControlCharacters(text));

/**
 * Runs one step with a line on stderr: a spinner on a terminal, dots elsewhere when it takes long. With `quiet` only a
 * failure says something. Standard output stays free for what the command prints.
 */
export async function step(title, work, { quiet = false } = {}) {
  const started = performance.now();
  const seconds = () => `${((performance.now() - started) / 1000).toFixed(1)} s`;
  const ticker = quiet ? undefined : stream.isTTY ? spin(title, seconds) : dots(title);
  try {
    const result = await work();
    ticker?.end(`${paint('green', '✔')} ${title} ${paint('dim', seconds())}`);
    return result;
  } catch (error) {
    if (ticker) ticker.end(`${paint('red', '✖')} ${title} ${paint('dim', seconds())}`);
    throw error;
  }
}

function spin(title, seconds) {
  let frame = 0;
  const draw = () => {
    stream.write(`\r\u001b[2K${paint('cyan', FRAMES[frame % FRAMES.length])} ${title} ${paint('dim', seconds())}`);
    frame += 1;
  };
  draw();
  const timer = setInterval(draw, FRAME_MS);
  return {
    end(line) {
      clearInterval(timer);
      stream.write(`\r\u001b[2K${line}\n`);
    },
  };
}

function dots(title) {
  let written = false;
  const timer = setInterval(() => {
    stream.write(written ? '.' : `… ${title} .`);
    written = true;
  }, DOT_MS);
  return {
    end(line) {
      clearInterval(timer);
      stream.write(`${written ? '\n' : ''}${line}\n`);
    },
  };
}
