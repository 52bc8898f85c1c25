export interface ServerSentEvent {
  /** That of this event, or of the last one that had one. */
  readonly id: string | undefined;
  readonly type: string;
  readonly data: string;
}

const LINE_END = /\r\n|\n|\r/;

/** Reads a stream of server-sent events, however it is cut. */
export class EventStreamParser {
  private rest = '';
  private id: string | undefined;
  private type = '';
  private data: string[] = [];

  /** The events that are complete with this piece of the stream. */
  push(piece: string): ServerSentEvent[] {
    const text = this.rest + piece;
    // A carriage return at the end may be the first half of a line end.
    const isCut = text.endsWith('\r');
    const lines = (isCut ? text.slice(0, -1) : text).split(LINE_END);
    this.rest = lines.pop()! + (isCut ? '\r' : '');
    return lines.flatMap((line) => this.take(line));
  }

  private take(line: string): ServerSentEvent[] {
    if (line === '') return this.complete();
    const colon = line.indexOf(':');
    const field = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (field === 'id') this.id = value;
    else if (field === 'event') this.type = value;
    else if (field === 'data') this.data.push(value);
    return [];
  }

  private complete(): ServerSentEvent[] {
    const event = { id: this.id, type: this.type || 'message', data: this.data.join('\n') };
    const isEmpty = this.data.length === 0;
    this.type = '';
    this.data = [];
    return isEmpty ? [] : [event];
  }
}
