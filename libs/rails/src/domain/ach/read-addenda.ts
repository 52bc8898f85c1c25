import { type Addenda, type AddendaKind, addendaLayouts, changeAddenda, returnAddenda } from './ach-records.table.js';
import { isRefusalCode } from './change-codes.js';
import type { FaultLog } from './fault-log.js';
import { shapeOf } from './record-layout.js';
import { returnCodes, returnKind } from './return-codes.table.js';

/** Where the type and the code of an addenda record are, as offsets. */
const TYPE = { from: 1, to: 3 };
const CODE = { from: 3, to: 6 };

interface Place {
  readonly bytes: Buffer;
  readonly start: number;
  readonly line: number;
}

/** Reads an addenda record with the layout that its type and code ask for; undefined when it is broken. */
export function readAddenda(place: Place, sec: string, faults: FaultLog): Addenda | undefined {
  const { bytes, start, line } = place;
  faults.at(line, 'addenda');
  const type = bytes.toString('latin1', start + TYPE.from, start + TYPE.to);
  if (sec === 'COR' ? type !== '98' : type !== '05' && type !== '99') {
    const expected = sec === 'COR' ? '98' : '05 or 99';
    faults.fault(returnAddenda.field.addenda_type, 'addenda_type', { expected, found: shown(type) });
    return undefined;
  }
  const kind = kindOf(type, bytes.toString('latin1', start + CODE.from, start + CODE.to), faults);
  if (kind === undefined) return undefined;
  const layout = addendaLayouts[kind];
  const values = layout.read(bytes, start, faults.at(line, layout.name));
  // The kind chose the layout, which the type system cannot follow.
  return values && ({ kind, values } as Addenda);
}

function kindOf(type: string, code: string, faults: FaultLog): AddendaKind | undefined {
  if (type === '05') return 'remittance';
  const isReturn = type === '99';
  const field = isReturn ? returnAddenda.field.return_code : changeAddenda.field.change_code;
  if (!(isReturn ? /^R\d\d$/ : /^C\d\d$/).test(code)) {
    faults.fault(field, 'code_format', { expected: `${isReturn ? 'R' : 'C'} and two digits`, found: shapeOf(code) });
    return undefined;
  }
  if (!isReturn) return isRefusalCode(code) ? 'refused_change' : 'change';
  if (!returnCodes.has(code)) faults.fault(field, 'return_code', { expected: 'a known return code', found: code });
  return returnKind(code);
}

const shown = (type: string) => (/^\d\d$/.test(type) ? type : shapeOf(type));
