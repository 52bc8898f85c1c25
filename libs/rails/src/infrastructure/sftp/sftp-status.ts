import type { ChannelFault, ChannelStep } from '../../domain/channel-error.js';

/** Status codes of SFTP; those above 8 come from servers that mix in later versions. */
export const SFTP_STATUS = {
  END_OF_FILE: 1,
  NO_SUCH_FILE: 2,
  PERMISSION_DENIED: 3,
  FAILURE: 4,
  BAD_MESSAGE: 5,
  NO_CONNECTION: 6,
  CONNECTION_LOST: 7,
  UNSUPPORTED: 8,
  NO_SUCH_PATH: 10,
  FILE_ALREADY_EXISTS: 11,
  WRITE_PROTECT: 12,
  NO_SPACE: 14,
  QUOTA_EXCEEDED: 15,
} as const;

const MEANINGS: Readonly<Record<number, readonly [fault: ChannelFault, problem: string]>> = {
  [SFTP_STATUS.NO_SUCH_FILE]: ['path', 'does not exist; check the profile, and ask the bank for its directories'],
  [SFTP_STATUS.PERMISSION_DENIED]: ['path', 'is not permitted; ask the bank for the rights of this login'],
  [SFTP_STATUS.FAILURE]: ['path', 'is refused by the server without a reason; ask the bank'],
  [SFTP_STATUS.UNSUPPORTED]: ['path', 'is not supported by the server; ask the bank'],
  [SFTP_STATUS.NO_SUCH_PATH]: ['path', 'does not exist; check the profile, and ask the bank for its directories'],
  [SFTP_STATUS.FILE_ALREADY_EXISTS]: ['exists', 'exists already'],
  [SFTP_STATUS.WRITE_PROTECT]: ['path', 'is write-protected; ask the bank for the rights of this login'],
  [SFTP_STATUS.NO_SPACE]: ['quota', 'has no room left; ask the bank to clear the directory'],
  [SFTP_STATUS.QUOTA_EXCEEDED]: ['quota', 'is over its quota; ask the bank to clear the directory'],
};

const FULL = [
  'quota',
  'is refused by the server, most likely for lack of room; ask the bank to clear the directory',
] as const;

const END = ['path', 'has no more names'] as const;

/** What a status means at a step; undefined when the protocol does not allow it there. */
export function meaningOf(
  code: number,
  step: ChannelStep,
): readonly [fault: ChannelFault, problem: string] | undefined {
  // Version 3 has no status for a full disk or an exceeded quota: servers answer a write with FAILURE.
  if (step === 'write' && code === SFTP_STATUS.FAILURE) return FULL;
  if (step === 'list' && code === SFTP_STATUS.END_OF_FILE) return END;
  return MEANINGS[code];
}
