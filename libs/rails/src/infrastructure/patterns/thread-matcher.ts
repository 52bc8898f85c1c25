import { Worker } from 'node:worker_threads';
import { Injectable } from '@nestjs/common';
import { LineMatcher } from '../../application/inbound/ports.js';
import { lineFault } from '../../domain/inbound/inbound-diagnostic.js';
import type { MatchedLine } from '../../domain/inbound/report-lines.js';
import type { TextLine } from '../../domain/inbound/text-lines.js';

/** A pattern that backtracks needs seconds for a line; any other matches thousands of lines in this time. */
const LIMIT_MS = 1_000;
const HEAP_MB = 64;

// A string, because a thread loads a file of its own, which tests would have to compile.
const SCRIPT = `
const { parentPort } = require('node:worker_threads');
parentPort.on('message', ({ lines, patterns }) => {
  const expressions = patterns.map((source) => new RegExp(source, 'u'));
  const matches = [];
  for (const { line, text } of lines) {
    for (const [pattern, expression] of expressions.entries()) {
      const found = expression.exec(text);
      if (found === null) continue;
      matches.push({ line, pattern, groups: { ...found.groups } });
      break;
    }
  }
  parentPort.postMessage(matches);
});
parentPort.postMessage('ready');`;

interface Work {
  readonly lines: readonly TextLine[];
  /** Regular expressions. */
  readonly patterns: readonly string[];
}

/** Matches in a thread, because a regular expression cannot be interrupted. */
@Injectable()
export class ThreadMatcher extends LineMatcher {
  /** The first pattern that fits a line counts. @throws InboundFileError when matching takes longer than the limit. */
  async match(work: Work, limitMs = LIMIT_MS): Promise<MatchedLine[]> {
    const thread = new Worker(SCRIPT, { eval: true, resourceLimits: { maxOldGenerationSizeMb: HEAP_MB } });
    try {
      return await answerOf(thread, work, limitMs);
    } finally {
      await thread.terminate();
    }
  }
}

function answerOf(thread: Worker, work: Work, limitMs: number): Promise<MatchedLine[]> {
  return new Promise((resolve, reject) => {
    let timer: NodeJS.Timeout | undefined;
    thread.once('error', reject);
    thread.once('exit', () => reject(new Error('the thread that matches a report ended')));
    thread.on('message', (message: 'ready' | MatchedLine[]) => {
      clearTimeout(timer);
      if (message !== 'ready') return resolve(message);
      // The start of the thread does not count.
      timer = setTimeout(() => reject(tooSlow()), limitMs);
      thread.postMessage(work);
    });
  });
}

const tooSlow = () =>
  lineFault(1, 'report_time', { expected: 'patterns that match within a second', found: 'a pattern that backtracks' });
