import { ChannelError } from '../domain/channel-error.js';
import type { Connection } from '../domain/connection.js';
import type { ChannelOutcome } from './connection-states.js';
import type { Channels, RemoteFiles } from './ports.js';

/** One channel to a bank for several files: opened when it is first used, and anew after it broke. */
export class BankSession {
  private files: RemoteFiles | undefined;
  private succeeded = false;
  private failure: ChannelError | undefined;

  constructor(
    readonly connection: Connection,
    private readonly channels: Channels,
  ) {}

  /** What it has shown of the bank; undefined before it is used. */
  get outcome(): ChannelOutcome | undefined {
    const { succeeded, failure } = this;
    return succeeded || failure !== undefined ? { succeeded, ...(failure && { failure }) } : undefined;
  }

  /** The bank did not do what it was asked for, although the channel works. */
  refused(failure: ChannelError): void {
    this.failure = failure;
  }

  /**
   * A channel that carried other files before may have been ended by the server meanwhile, so that `work` begins again over
   * a new one, once and while it is safe.
   * @throws ChannelError
   */
  async use<T>(work: (files: RemoteFiles) => Promise<T>, isSafeToRepeat: () => boolean = () => true): Promise<T> {
    const wasOpen = this.files !== undefined;
    try {
      this.files ??= await this.channels.open(this.connection);
      const result = await work(this.files);
      this.succeeded = true;
      return result;
    } catch (error) {
      await this.close();
      if (wasOpen && error instanceof ChannelError && error.fault === 'broken' && isSafeToRepeat()) {
        return this.use(work, isSafeToRepeat);
      }
      if (error instanceof ChannelError) this.failure = error;
      throw error;
    }
  }

  async close(): Promise<void> {
    const files = this.files;
    this.files = undefined;
    await files?.close();
  }
}
