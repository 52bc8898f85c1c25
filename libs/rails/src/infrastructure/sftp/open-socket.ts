import { connect, type Socket } from 'node:net';
import { ChannelError } from '../../domain/channel-error.js';

interface Target {
  readonly addresses: readonly string[];
  readonly port: number;
}

/** A connected socket to the first address that answers. @throws ChannelError `tcp` when none does before the signal. */
export async function openSocket({ addresses, port }: Target, signal: AbortSignal): Promise<Socket> {
  let refused = 'no address';
  for (const address of addresses) {
    try {
      return await connected({ address, port }, signal);
    } catch (error) {
      refused = signal.aborted ? 'no answer in time' : ((error as NodeJS.ErrnoException).code ?? 'refused');
    }
    if (signal.aborted) break;
  }
  const message = `port ${port} cannot be reached (${refused}); check the port, the firewall, and that the bank allows your address`;
  throw new ChannelError('connect', 'tcp', message);
}

function connected({ address, port }: { address: string; port: number }, signal: AbortSignal): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: address, port, noDelay: true });
    const abort = () => socket.destroy(new Error('aborted'));
    const settled = () => {
      signal.removeEventListener('abort', abort);
      socket.removeAllListeners();
    };
    signal.addEventListener('abort', abort, { once: true });
    if (signal.aborted) abort();
    socket.once('connect', () => {
      settled();
      resolve(socket);
    });
    socket.once('error', (error) => {
      settled();
      socket.destroy();
      reject(error);
    });
  });
}
