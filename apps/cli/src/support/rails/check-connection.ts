import { randomBytes } from 'node:crypto';
import { posix } from 'node:path';
import { ChannelError, type Connection, directoriesOf, openRemoteFiles, type RemoteFiles } from '@payments/rails';
import { counted } from '../terminal.js';

/** One step of a check. */
export interface StepResult {
  readonly step: string;
  readonly ok: boolean;
  /** Whole milliseconds. */
  readonly ms: number;
  /** What was found, or why the step failed and what to do. */
  readonly text: string;
  /** The class of the failure. */
  readonly fault?: string;
}

interface CheckOptions {
  readonly write: boolean;
  readonly env: NodeJS.ProcessEnv;
  readonly onStep: (result: StepResult) => void;
}

/** Goes through every step that files take on a connection, up to the first that fails. Returns whether none did. */
export async function checkConnection(connection: Connection, { write, env, onStep }: CheckOptions): Promise<boolean> {
  let since = performance.now();
  const lap = () => {
    const ms = Math.round(performance.now() - since);
    since = performance.now();
    return ms;
  };
  const done = (step: string, text: string) => onStep({ step, ok: true, ms: lap(), text });
  let files: RemoteFiles | undefined;
  try {
    files = await openRemoteFiles(connection.channel, { env, onStep: done });
    for (const directory of directoriesOf(connection)) {
      const { files: found, skipped } = await files.list(directory);
      done('list', `${directory}: ${counted(found.length, 'file')}${skipped > 0 ? `, ${skipped} others` : ''}`);
    }
    if (write) await probe(connection, files, done);
    return true;
  } catch (error) {
    if (!(error instanceof ChannelError)) throw error;
    onStep({ step: error.step, ok: false, ms: lap(), text: error.message, fault: error.fault });
    return false;
  } finally {
    await files?.close();
  }
}

/** An empty file goes the way of a real one, under a name that no bank picks up. */
async function probe(
  { outbound }: Connection,
  files: RemoteFiles,
  done: (step: string, text: string) => void,
): Promise<void> {
  const name = `.probe-${randomBytes(4).toString('hex')}`;
  const first = posix.join(outbound.staging_directory ?? outbound.directory, name);
  const last = posix.join(outbound.directory, outbound.staging_directory === null ? `${name}-renamed` : name);
  let at = first;
  try {
    await files.writeNew(first, []);
    done('write', first);
    if (outbound.upload !== 'direct') {
      await files.renameNew(first, last);
      at = last;
      done('rename', last);
    }
    await files.remove(at);
    done('remove', at);
  } catch (error) {
    // A refused step leaves the probe behind; on a broken channel it cannot be removed.
    await files.remove(at).catch(() => undefined);
    throw error;
  }
}
