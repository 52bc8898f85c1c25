import type { Socket } from 'node:net';

/** The response exceeds its limit, counting everything: early hints, headers, chunk extensions, body and trailers. */
class ResponseTooLargeError extends Error {
  readonly code = 'ANSWER_TOO_LARGE';

  constructor(maxBytes: number) {
    super(`the response has more than ${maxBytes} bytes`);
    this.name = 'ResponseTooLargeError';
  }
}

/**
 * Limits the reader of a client's socket to `maxBytes` of each response, and destroys the socket when it reads more.
 * Only the socket sees every byte: HTTP parsers drop informational responses and chunk extensions.
 */
export function limitResponses(socket: Socket, maxBytes: number): void {
  const read = socket.read.bind(socket) as (size?: number) => Buffer | null;
  // Bytes that the parser unshifts are buffered again.
  const consumed = () => socket.bytesRead - socket.readableLength;
  let startedAt = 0;
  let sent = 0;
  socket.read = (size?: number): Buffer | null => {
    if (socket.bytesWritten !== sent) {
      // A connection carries one request at a time, so a write begins the next exchange.
      sent = socket.bytesWritten;
      startedAt = consumed();
    }
    const left = startedAt + maxBytes - consumed();
    if (size === 0 || socket.readableLength === 0 || socket.readableLength <= left) return read(size);
    if (left > 0) return read(Math.min(size ?? left, left));
    // Not immediately: a reader that has enough of the body closes in this turn of the event loop.
    setImmediate(() => socket.destroy(new ResponseTooLargeError(maxBytes)));
    return null;
  };
}
