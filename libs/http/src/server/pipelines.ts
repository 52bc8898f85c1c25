import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

/** Few clients pipeline at all, and those that do send a handful of requests. */
const MAX_WAITING = 16;

interface Pipeline {
  readonly unanswered: Set<ServerResponse>;
  isEnding: boolean;
}

/**
 * Bounds the requests that wait behind another on their connection, for which Node has no limit. Node also leaves the
 * responses of waiting requests open when the connection closes; here they close with it.
 */
export class Pipelines {
  private readonly pipelines = new WeakMap<Duplex, Pipeline>();

  /**
   * Whether to serve the request, to refuse it as one too many, or to ignore it because its connection is ending. A
   * refusal has to end the connection; nothing more is read from it.
   */
  admit({ socket }: IncomingMessage, response: ServerResponse): 'serve' | 'refuse' | 'ignore' {
    const pipeline = this.of(socket);
    if (isGone(socket) || pipeline.isEnding) return 'ignore';
    const { unanswered } = pipeline;
    unanswered.add(response);
    response.once('close', () => unanswered.delete(response));
    if (unanswered.size <= 1 + MAX_WAITING) return 'serve';
    pipeline.isEnding = true;
    stopReading(socket);
    return 'refuse';
  }

  /** Whether a complete request on the connection still has no response. */
  isResponding(socket: Duplex): boolean {
    return [...(this.pipelines.get(socket)?.unanswered ?? [])].some(({ req }) => req.complete);
  }

  private of(socket: Duplex): Pipeline {
    const known = this.pipelines.get(socket);
    if (known !== undefined) return known;
    const pipeline: Pipeline = { unanswered: new Set(), isEnding: false };
    this.pipelines.set(socket, pipeline);
    socket.once('close', () => {
      for (const response of pipeline.unanswered) if (response.socket === null) close(response);
    });
    return pipeline;
  }
}

// A reset connection loses its address before Node reads the reset. Reading the address now keeps it for later use.
function isGone(socket: Socket): boolean {
  return socket.destroyed || socket.remoteAddress === undefined;
}

function close(response: ServerResponse): void {
  response.destroy();
  response.emit('close');
}

// Node resumes a connection whenever it is done with a request.
function stopReading(socket: Duplex): void {
  socket.pause();
  socket.on('resume', () => socket.pause());
}
