/** A file in a listing. Servers may leave out size and time. */
export interface RemoteFile {
  readonly name: string;
  readonly size: number | undefined;
  readonly modifiedAt: Date | undefined;
}

export interface RemoteListing {
  /** Regular files whose names are safe to use in a path. */
  readonly files: readonly RemoteFile[];
  /** Directories, links, and names with slashes, control characters or too many bytes. */
  readonly skipped: number;
}

export interface RemoteStat {
  readonly kind: 'file' | 'other';
  readonly size: number | undefined;
  readonly modifiedAt: Date | undefined;
}

export interface ReadLimit {
  readonly maxBytes: number;
}

export type Content = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/**
 * The files of a bank, over SFTP or in a directory. Every call ends with its result or with a ChannelError; after the
 * fault `broken` the channel is closed. Nothing that exists is ever overwritten.
 */
export interface RemoteFiles {
  list(directory: string): Promise<RemoteListing>;
  /** Links are not followed. Undefined when nothing has this path. */
  stat(path: string): Promise<RemoteStat | undefined>;
  /** @throws ChannelError also when the file is not as long as the server says, or longer than the limit. */
  read(path: string, limit: ReadLimit): AsyncGenerator<Buffer, void, undefined>;
  /**
   * Creates a file and returns its bytes, which are on disk if the server can sync. After an error a part of it may exist;
   * the caller removes it.
   * @throws ChannelError with the fault `exists` when the path is taken
   */
  writeNew(path: string, content: Content): Promise<number>;
  /** @throws ChannelError with the fault `exists` when the target is taken; `broken` leaves open whether it happened. */
  renameNew(from: string, to: string): Promise<void>;
  /** Returns whether the file existed. */
  remove(path: string): Promise<boolean>;
  /** Ends the channel. What is running fails. Safe to repeat. */
  close(): Promise<void>;
}
