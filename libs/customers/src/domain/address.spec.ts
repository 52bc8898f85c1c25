import { isPostOfficeBox, replaceAddresses, STATES } from './address.js';
import type { AddressInput } from './address.js';

const home: AddressInput = {
  type: 'home',
  address1: '1 Main Street',
  city: 'Springfield',
  state: 'IL',
  country: 'US',
  zip5: '62701',
};
const monday = new Date('2026-01-05T10:00:00Z');
const tuesday = new Date('2026-01-06T10:00:00Z');

describe('a post office box', () => {
  it.each([
    'PO Box 123',
    'P.O. Box 123',
    'P. O. Box 123',
    'po box 1',
    'P O Box 9',
    'POBox 12',
    'PO Box12',
    'P/O Box 7',
    'POB 55',
    'P.O.B. 55',
    'PO Bx 4',
    'Post Office Box 12',
    'post-office box 12',
    'PO Drawer 8',
    'Box 123',
    'BOX #4',
    '12 Main Street, PO Box 9',
  ])('is seen in %j wherever it stands', (line) => expect(isPostOfficeBox(line)).toBe(true));

  it.each([
    '1 Main Street',
    '100 Boxwood Lane',
    '5 Post Office Square',
    '12 Poboy Road',
    '7 Polk Street',
    'PO Boxwood 3',
    'RR 2 Box 15',
    'PSC 3 Box 4120',
    'Unit 2050 Box 4190',
    'APO Box 12',
    '3 Depot Boulevard',
  ])('is not seen in %j by mistake', (line) => expect(isPostOfficeBox(line)).toBe(false));
});

describe('the states', () => {
  it('are 50, the district, 5 territories and 3 of the armed forces, each once', () => {
    expect(new Set(STATES).size).toBe(59);
    expect(STATES.every((state) => /^[A-Z]{2}$/.test(state))).toBe(true);
  });
});

describe('replaced addresses', () => {
  const [first] = replaceAddresses([], [home], monday);

  it('keep id and age while their type stays', () => {
    const [second] = replaceAddresses([first!], [{ ...home, city: 'Chicago' }], tuesday);
    expect(second).toMatchObject({ id: first!.id, city: 'Chicago', created_at: monday.toISOString() });
    expect(second!.updated_at).toBe(tuesday.toISOString());
  });

  it('are not updated by the same lines', () => {
    expect(replaceAddresses([first!], [home], tuesday)).toEqual([first]);
  });

  it('lose a second line that is not sent again', () => {
    const [suite] = replaceAddresses([first!], [{ ...home, address2: 'Suite 4' }], tuesday);
    expect(suite!.address2).toBe('Suite 4');
    expect(replaceAddresses([suite!], [home], tuesday)[0]).not.toHaveProperty('address2');
  });
});
