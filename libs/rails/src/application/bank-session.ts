import { ChannelError } from '../domain/channel-error.js';
import type { Connection } from '../domain/connection.js';
import type { Channels, RemoteFiles } from './ports.js';

/** One channel to a bank for several files: opened when it is first used, and anew after it broke. */
export class BankSession {
  private files: RemoteFiles | undefined;

  constructor(
    readonly connection: Connection,
    private readonly channels: Channels,
  ) {}

  /**
   * A channel that carried other files before may have been ended by the server meanwhile, so that `work` begins again over
   * a new one, once and while it is safe.
   * @throws ChannelError
   */
  async use<T>(work: (files: RemoteFiles) => Promise<T>, isSafeToRepeat: () => boolean = () => true): Promise<T> {
    const wasOpen = this.files !== undefined;
    try {
      this.files ??= await this.channels.open(this.connection);
      return await work(this.files);
    } catch (error) {
      await this.close();
      if (wasOpen && error instanceof ChannelError && error.fault === 'broken' && isSafeToRepeat()) {
        return this.use(work, isSafeToRepeat);
      }
      throw error;
    }
  }

  async close(): Promise<void> {
    const files = this.files;
    this.files = undefined;
    await files?.close();
  }
}
