import { ChannelError } from '../domain/channel-error.js';

/** Counts the bytes of a file that is read: no more than the limit, and in the end as many as its size says. */
export class CountedBytes {
  private bytes = 0;

  constructor(
    private readonly size: number | undefined,
    private readonly maxBytes: number,
  ) {
    if (size !== undefined) this.check(size);
  }

  add(bytes: number): void {
    this.bytes += bytes;
    this.check(this.bytes);
  }

  end(): void {
    if (this.size === undefined || this.bytes === this.size) return;
    const message = `the file has ${this.bytes} bytes, but its size is ${this.size}; it changes or was cut, read it later`;
    throw new ChannelError('read', 'path', message);
  }

  private check(bytes: number): void {
    if (bytes > this.maxBytes)
      throw new ChannelError('read', 'path', `the file has more than ${this.maxBytes} bytes; ask the bank about it`);
  }
}
