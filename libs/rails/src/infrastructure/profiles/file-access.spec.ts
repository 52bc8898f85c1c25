import { isOpenToOthers } from './file-access.js';

const service = { uid: 1000, groups: [1000, 2000] };

describe(isOpenToOthers, () => {
  it.each([
    ['its owner alone', { mode: 0o100600, uid: 1000, gid: 1000 }, false],
    ['a group of the service, and it is of root', { mode: 0o100440, uid: 0, gid: 2000 }, false],
    ['a group of the service, and it is of the service', { mode: 0o100640, uid: 1000, gid: 1000 }, true],
    ['another group', { mode: 0o100440, uid: 0, gid: 3000 }, true],
    ['a group that may change it', { mode: 0o100460, uid: 0, gid: 1000 }, true],
    ['everybody', { mode: 0o100444, uid: 0, gid: 1000 }, true],
  ])('knows a file that %s may read', (_, file, isOpen) => {
    expect(isOpenToOthers(file, service)).toBe(isOpen);
  });

  it('does not take the group of root for one of the service', () => {
    expect(isOpenToOthers({ mode: 0o100640, uid: 0, gid: 0 }, { uid: 0, groups: [0] })).toBe(true);
  });
});
