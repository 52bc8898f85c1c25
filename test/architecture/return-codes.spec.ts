import { changeEntries } from '../../libs/rails/src/domain/ach/change-codes.js';
import { returnCodes } from '../../libs/rails/src/domain/ach/return-codes.table.js';
import { networkCodes } from '../../libs/transfers/src/domain/network-codes.table.js';

describe('the codes of returns and notifications of change', () => {
  it.each([...networkCodes].filter(([code]) => /^[RC]\d\d$/.test(code)))(
    'mean the same in files and in transfers: %s',
    (code, [, meaning]) => {
      const inFiles = new Map([...returnCodes, ...changeEntries]);
      expect(inFiles.get(code)).toBe(meaning);
    },
  );

  it('of files are all known to transfers, for returns', () => {
    expect([...returnCodes.keys()].filter((code) => !networkCodes.has(code))).toEqual([]);
  });
});
