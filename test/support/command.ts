import { AsyncLocalStorage } from 'node:async_hooks';
import { paymentsProgram } from '../../apps/cli/src/support/program.js';
import { reportError } from '../../apps/cli/src/support/report-error.js';
import type { Ending } from './e2e/program.js';

interface Output {
  stdout: string;
  stderr: string;
}

type Settings = Readonly<Record<string, string>>;

const outputs = new AsyncLocalStorage<Output>();
let previous: Promise<unknown> = Promise.resolve();

/**
 * Runs a command of the cli in this process, with the given settings and no others from its environment. A process for
 * each command loads the whole service each time; test/cli/cli-usage.deep-spec.ts tests the program itself.
 */
export function runCommand(args: readonly string[], settings: Settings): Promise<Ending> {
  // One at a time: commands read process.env and set process.exitCode.
  const ending = previous.then(() => run(args, settings));
  previous = ending.catch(() => undefined);
  return ending;
}

async function run(args: readonly string[], settings: Settings): Promise<Ending> {
  const output: Output = { stdout: '', stderr: '' };
  const writes = (['stdout', 'stderr'] as const).map((name) => captured(name));
  const { env, exitCode } = process;
  process.env = { ...settings };
  process.exitCode = undefined;
  try {
    await outputs.run(output, () => paymentsProgram().parseAsync(args, { from: 'user' }).catch(reportError));
    return { code: Number(process.exitCode ?? 0), ...output };
  } finally {
    process.env = env;
    process.exitCode = exitCode;
    for (const write of writes) write.mockRestore();
  }
}

/** Collects what the command writes. Lines that other parts of this process write pass through. */
function captured(name: keyof Output): jest.SpyInstance {
  const stream = process[name];
  const write = stream.write.bind(stream);
  return jest.spyOn(stream, 'write').mockImplementation((...written: unknown[]) => {
    const output = outputs.getStore();
    if (output === undefined) return write(...(written as Parameters<typeof write>));
    output[name] += String(written[0]);
    return true;
  });
}
