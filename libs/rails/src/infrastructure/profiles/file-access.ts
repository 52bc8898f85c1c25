interface FileAccess {
  readonly mode: number;
  readonly uid: number;
  readonly gid: number;
}

interface Reader {
  readonly uid: number;
  readonly groups: readonly number[];
}

const OTHERS = 0o077;
const OTHERS_AND_WRITERS = 0o037;

/**
 * Whether users besides its owner may use a file. A group of the reader may read a file of root: that is how the secrets of
 * Kubernetes and the settings of systemd units are protected.
 */
export function isOpenToOthers({ mode, uid, gid }: FileAccess, reader: Reader): boolean {
  const isOfOwnGroup = uid === 0 && reader.uid !== 0 && reader.groups.includes(gid);
  return (mode & (isOfOwnGroup ? OTHERS_AND_WRITERS : OTHERS)) !== 0;
}
