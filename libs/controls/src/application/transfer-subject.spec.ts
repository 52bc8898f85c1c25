import { newTransfer, TRANSFER_FIELDS } from '@payments/transfers';
import type { TransferState } from '@payments/transfers';
import { digestOf } from './digest.js';
import { HIDDEN_OF_TRANSFERS, subjectOf } from './transfer-subject.js';

const PARTIES = { destination: { account_id: 'a', details_version: 2, fingerprint: 'f' } };

const aTransfer = (changes: object = {}): TransferState => {
  const request = { transfer_reference_id: 'payout-1', amount: 12_500, currency: 'USD', speed: 'asap' } as const;
  const made = newTransfer(request, { id: 'id', use_case: 'payout', now: new Date(0) });
  return { ...made, source: null, destination: null, ...changes };
};
const digest = (changes: object, parties: Parameters<typeof subjectOf>[1] = PARTIES) =>
  digestOf(subjectOf(aTransfer(changes), parties));

describe(subjectOf.name, () => {
  it('shows a field that nobody has thought of yet, and its digest covers it', () => {
    const added = { purpose: 'salary' };
    expect(subjectOf(aTransfer(added), PARTIES)).toMatchObject(added);
    expect(digest(added)).not.toBe(digest({ purpose: 'rent' }));
    expect(digest(added)).not.toBe(digest({}));
  });

  it('is the same with and without a field that has no value, so that an upgrade changes no digest', () => {
    expect(digest({ purpose: null })).toBe(digest({}));
    expect(digest({ purpose: undefined })).toBe(digest({}));
  });

  it.each(TRANSFER_FIELDS.filter((field) => !(field in HIDDEN_OF_TRANSFERS)))(
    'has another digest if %s differs',
    (field) => expect(digest({ [field]: 'one' })).not.toBe(digest({ [field]: 'two' })),
  );

  it('has another digest if what the account stands for differs', () =>
    expect(digest({}, { destination: { ...PARTIES.destination, fingerprint: 'g' } })).not.toBe(digest({})));

  it('hides only fields of transfers, each for a reason', () => {
    expect(Object.keys(HIDDEN_OF_TRANSFERS).filter((field) => !TRANSFER_FIELDS.some((each) => each === field))).toEqual(
      [],
    );
    expect(Object.values(HIDDEN_OF_TRANSFERS).filter((reason) => reason.length < 20)).toEqual([]);
  });
});
