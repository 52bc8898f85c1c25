import type { Socket } from 'node:net';

/** More came than an answer may have, counting everything: early hints, headers, chunk extensions, body and trailers. */
class AnswerTooLargeError extends Error {
  readonly code = 'ANSWER_TOO_LARGE';

  constructor(maxBytes: number) {
    super(`the response has more than ${maxBytes} bytes`);
    this.name = 'AnswerTooLargeError';
  }
}

/**
 * Gives the reader of a client's socket at most `maxBytes` of each answer, and destroys the socket when it asks for more.
 * Only the socket sees every byte: HTTP parsers drop informational responses and chunk extensions.
 */
export function limitAnswers(socket: Socket, maxBytes: number): void {
  const read = socket.read.bind(socket) as (size?: number) => Buffer | null;
  // What the parser puts back is buffered again.
  const consumed = () => socket.bytesRead - socket.readableLength;
  let startedAt = 0;
  let sent = 0;
  socket.read = (size?: number): Buffer | null => {
    if (socket.bytesWritten !== sent) {
      // One request at a time is on a connection, so what is sent begins the next exchange.
      sent = socket.bytesWritten;
      startedAt = consumed();
    }
    const left = startedAt + maxBytes - consumed();
    if (size === 0 || socket.readableLength === 0 || socket.readableLength <= left) return read(size);
    if (left > 0) return read(Math.min(size ?? left, left));
    // Not at once: who has read enough of the body leaves in this turn of the event loop.
    setImmediate(() => socket.destroy(new AnswerTooLargeError(maxBytes)));
    return null;
  };
}
