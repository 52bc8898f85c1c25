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

const listOf = (text: string) => text.split('|').map((line) => line.trim());

const BOXES =
  listOf(`PO Box 123|P.O. Box 123|P. O. Box 123|po box 1|P O Box 9|POBox 12|PO Box12|P/O Box 7|POB 55|P.O.B. 55
  |PO Bx 4|Post Office Box 12|post-office box 12|PO Drawer 8|Box 123|BOX #4|12 Main Street, PO Box 9|P.O. 12|PO#12
  |Post Box 12|P.O.Box 12|P.O.Box#12|PO-Box 12|PO-BOX-12|pobox12|POBOX 9001|p.o. box 77|P.o. Box 7|P.O Box 7|PO. Box 7
  |P O. Box 7|P. O Box 7|P.O.BOX.12|PO Box # 12|PO Box No. 12|PO Box Number 12|PO Box Nbr 12|PO Box no 12|P.O. Box: 12
  |P.O. Box - 12|PO Box A|P.O. Box A12|P.O. Box 12A|PO Box 12-34|PO Box AB 12|PO Box|P.O. Box|Post Office Box|P0 Box 12
  |P.0. Box 12|P 0 Box 12|Post Office Bx 12|Post Ofc Box 12|Post Off Box 12|Postal Box 12|Post. Office Box 12
  |POST OFFICE BOX #12|PostOffice Box 12|PostOfficeBox 12|Postbox 12|Post Office Drawer 3|P.O. Drawer A|PO Drawer C
  |P.O. Bin 12|PO Lock Box 12|P.O. Lockbox 12|PO Caller 12|Caller 1234|Firm Caller 12|Lockbox 124|Lock Box 5|Drawer L
  |Drawer 12|Bin C|P Box 12|P. Box 12|POB#5|POB 5|P O B 5|PO B 55|P.O. #12|PO # 12|PO No 12|PO 12|P O 12|GPO Box 2829
  |G.P.O. Box 12|Apartado 12|Apartado Postal 45|Apdo. 12|Apdo Postal 7|Call Box 5000|Box A|Box No. 12|bx 12
  |1 Main St PO Box 3|1 Main St., P.O. Box 3|Suite 5, POB 12|c/o Smith, PO Box 4|Rural Route 3 PO Box 12|Main St; PO Box 3
  |Attn: Jane, P.O. Box 8|PO Box Twelve|P.O. Box One|ＰＯ Box 12|PO\u00a0Box 12|P_O_Box 12|12 PO Box|PO BOX 123456
  |P.O. Box 12, Reno|Post Office Box 12, Station A|PO Box 12 Main Station|Box 12, Reno|P.O. Box "12"|(PO Box 12)|PO Box #|PO Box 1A2B|P.O. Box Number12|PO Drwr 7|Caller Box 9|Caller Service 12|PO BOX XII
  |P.O. Box MM|PO Box number seven|P,O. Box 9|P.O, Box 9|PO Box 9 123 Elm St`);

const NO_BOXES = listOf(`1 Main Street|100 Boxwood Lane|5 Post Office Square|12 Poboy Road|7 Polk Street|PO Boxwood 3
  |RR 2 Box 15|PSC 3 Box 4120|Unit 2050 Box 4190|APO Box 12|3 Depot Boulevard|1 Pobox Lane|1 Post Office Box Factory Rd
  |1 PO Box Road|12 Po Box Ln|4 Postbox Lane|4 Post Box Lane|9 Boxer Court|12 Box Canyon Road|7 Box Elder Drive
  |Box Elder Road 12|Boxford Street 5|HC 68 Box 23A|HC 1, Box 7|RR 3, Box 9|Rural Route 4 Box 87|CMR 467 Box 12
  |CMR 415 Box 3022|FPO Box 5|DPO Box 5|A.P.O. Box 12|Highway Contract 2 Box 9|Star Route 1 Box 8|1 Expo Boulevard
  |4 Expo Box 3 Way|9 Hippo Box Lane|12 Depo Box 4 Street|1 Post Road|12 Post Street|200 Boston Post Road|5 Old Post Road
  |American Legion Post 12|12 VFW Post 9 Road|1 Post Office Road|22 Old Post Office Lane|Post Office Building 4
  |3 Post Office Plaza|9 Postal Avenue|1 Po River Drive|12 Po Street|8 Po Valley Way|PO 12 Main Street|1 Pob Avenue
  |Pobeda Street 3|14 Pobst Drive|5 Potomac Avenue|P Street 12|1200 P Street NW|12 Avenue P|14 Avenue O|3 P and O Lane
  |1 Port Drive|6 Portobox Way|77 Pillbox Hill|1 Jukebox Drive|2 Jack in the Box Lane|3 Matchbox Court|5 Saltbox Road
  |8 Lockbox Road|10 Drawer Street|3 Drawbridge Court|1 Bin Lane|4 Bindery Row|9 Binney Street|12 Callery Drive
  |7 Caller Lane|55 Call Street|1 Apartado Road|300 Park Avenue Apt 12|1 Main Street Suite B|1 Main Street #12
  |1 Main Street, Unit 12|12 B Street|12 O Street|12 P. Oak Lane|1 Peter O'Box Way|5 Pop Box Road|33 Lot Box Trail
  |1 Boxing Way|15 Box Hill Road|12 Sandbox Lane, Apt 3|9 Tinderbox Drive|1 Mailbox Road|100 Mail Box Drive|44 Boxcar 3 Lane
  |PMB 12, 5 Elm Street|1 N Post Oak Road|2 Post Oak Boulevard|5 Postmaster Court|9 Postern Gate|12 Outpost Lane
  |1 Upton Boxborough Road|7 Bishop O Boyle Street|4 Tempo Box Street|3 Campo Boulevard|1600 Pennsylvania Ave NW
  |1 Infinite Loop|350 Fifth Ave, Fl 34|5 Drawer Court|6 St. Paul Overlook|1 Po'okela Street|8 Pod 4|2 Pool 12 Lane
  |Building 5, Room 12|1 Bx River Road|99 Bronx Blvd|1 PO Box 12th Street|12 Main St, Box 4|1 PO Box Mill Road|7 Lazy Box 7 Rd|1 Lamp Post 12|Shop B 12
  |12 Avenue P O 4|33 P O Neal Street 12|1 W P O Connor Dr|Rt 1 Box 99|RFD 3 Box 9|Dock 5 Bin 3|12 Ipo #4|7 Poplar #9|1 P.O. Lane`);

describe('a post office box', () => {
  it('is checked in at least 100 lines of each kind', () => {
    expect([BOXES, NO_BOXES].map((lines) => new Set(lines).size >= 100)).toEqual([true, true]);
  });

  it.each(BOXES)('is seen in %j wherever it stands', (line) => expect(isPostOfficeBox(line)).toBe(true));

  it.each(NO_BOXES)('is not seen in %j by mistake', (line) => expect(isPostOfficeBox(line)).toBe(false));
});

describe('the states', () => {
  it('are 50, the district, 5 territories and 3 of the armed forces, each once', () => {
    expect(new Set(STATES).size).toBe(59);
    expect(STATES.every((state) => /^[A-Z]{2}$/.test(state))).toBe(true);
  });
});

describe('replaced addresses', () => {
  const [first] = replaceAddresses([], [home], monday);

  it('keep their id and age if their type stays', () => {
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
