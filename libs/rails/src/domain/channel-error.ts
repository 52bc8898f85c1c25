/** What was being done on a channel. */
export type ChannelStep =
  | 'resolve'
  | 'connect'
  | 'host_key'
  | 'log_in'
  | 'start_sftp'
  | 'list'
  | 'stat'
  | 'read'
  | 'write'
  | 'rename'
  | 'remove';

/**
 * `dns`: no usable address · `tcp`: no connection · `host_key`: not the pinned server · `auth`: no credentials, or refused
 * · `path`: the server certainly refused · `exists`: the target is taken, nothing was changed · `quota`: no room ·
 * `broken`: the connection failed or the server broke the protocol, so the outcome of a change is unknown
 */
export type ChannelFault = 'dns' | 'tcp' | 'host_key' | 'auth' | 'path' | 'exists' | 'quota' | 'broken';

/** A step on a channel failed. The message says why and what to do; it contains no secret. */
export class ChannelError extends Error {
  override readonly name = 'ChannelError';

  constructor(
    readonly step: ChannelStep,
    readonly fault: ChannelFault,
    message: string,
  ) {
    super(message);
  }
}
