import { isRoutingNumber } from '@payments/rails';
import { ParticipationFileError, refuse, SeenLines } from './directory-file-error.js';

/** A bank of the FedACH directory. */
export interface AchBank {
  readonly routing_number: string;
  /** Which one to use from now on; null: its own. */
  readonly new_routing_number: string | null;
  readonly name: string;
}

const LINE = 155;
/** What stands after the view code is reserved, and editors strip blanks. */
const LEAST = 150;
const NONE = '000000000';

/**
 * Reads the FedACH directory as the Federal Reserve gives it out: a line of 155 characters for each routing number, with its
 * record type (2: another routing number replaces it) and its name.
 * @throws ParticipationFileError with the first ten errors.
 */
export function parseFedAch(bytes: Buffer): AchBank[] {
  const lines = bytes.toString('latin1').split(/\r?\n/);
  const errors: string[] = [];
  const banks: AchBank[] = [];
  const seen = new SeenLines();
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '') continue;
    const bank = bankOf(line);
    const fault = faultOf(line, bank) ?? seen.add(bank.routing_number, index + 1);
    if (fault === undefined) banks.push(bank);
    else errors.push(`line ${index + 1}: ${fault}`);
  }
  refuse(errors);
  if (banks.length === 0) throw new ParticipationFileError('line 1: no routing numbers follow');
  return banks;
}

function bankOf(line: string): AchBank {
  return {
    routing_number: line.slice(0, 9),
    new_routing_number: typeOf(line) === '2' ? line.slice(26, 35) : null,
    name: line.slice(35, 71).trim(),
  };
}

const typeOf = (line: string) => line.charAt(19);

function faultOf(line: string, { routing_number, new_routing_number, name }: AchBank): string | undefined {
  const length = line.trimEnd().length;
  if (length < LEAST || length > LINE) return `must have ${LINE} characters, but has ${length}`;
  if (!isRoutingNumber(routing_number)) return 'positions 1-9 must be a routing number';
  if (!/[012]/.test(typeOf(line))) return 'position 20 must be a record type: 0, 1 or 2';
  if (new_routing_number !== null && (new_routing_number === NONE || !isRoutingNumber(new_routing_number))) {
    return 'positions 27-35 must be the new routing number';
  }
  return /^[\x20-\x7e]+$/.test(name) ? undefined : 'positions 36-71 must be the name of the bank';
}
