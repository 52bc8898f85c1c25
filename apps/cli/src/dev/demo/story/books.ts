import { CliError } from '../../../support/cli.error.js';
import { table } from '../../../support/terminal.js';

/** What moves money in the story. */
const MOVES = ['funds', 'collected', 'returned', 'fees', 'paid out', 'wages', 'covered'] as const;
export type Move = (typeof MOVES)[number];

/** Whose money: the company's own, or that of a shop by its subledger. */
export type Owner = string;
export const OWN: Owner = 'own';

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/** What the story itself expects of every balance, from what it has sent and what the banks will do. In cents. */
export class Books {
  private readonly moved = new Map<Owner, Map<Move, number>>();

  add(owner: Owner, move: Move, cents: number): void {
    const ofOwner = this.moved.get(owner) ?? new Map<Move, number>();
    this.moved.set(owner, ofOwner.set(move, (ofOwner.get(move) ?? 0) + cents));
  }

  balanceOf(owner: Owner): number {
    return [...(this.moved.get(owner) ?? [])].reduce((sum, [, cents]) => sum + cents, 0);
  }

  get total(): number {
    return [...this.moved.keys()].reduce((sum, owner) => sum + this.balanceOf(owner), 0);
  }

  /** A row for each kind of move: the company, all shops, and both together. */
  toString(): string {
    const shops = [...this.moved.keys()].filter((owner) => owner !== OWN);
    const sumOf = (owners: readonly Owner[], move: Move) =>
      owners.reduce((sum, owner) => sum + (this.moved.get(owner)?.get(move) ?? 0), 0);
    const rowOf = (name: string, own: number, ofShops: number) => [
      name.padEnd(9),
      ...[own, ofShops, own + ofShops].map((cents) => dollars.format(cents / 100).padStart(14)),
    ];
    const rows = MOVES.map((move) => rowOf(move, sumOf([OWN], move), sumOf(shops, move)));
    const ofShops = shops.reduce((sum, owner) => sum + this.balanceOf(owner), 0);
    const heading = ['dollars', ...['the company', 'its shops', 'together'].map((each) => each.padStart(14))];
    return table([heading, ...rows, rowOf('closing', this.balanceOf(OWN), ofShops)]);
  }
}

/** @throws CliError when a balance of the service differs by a cent */
export function assertEqual(name: string, expected: number, found: number): void {
  if (found === expected) return;
  const [should, is] = [expected, found].map((cents) => dollars.format(cents / 100));
  throw new CliError(`${name}: the service has ${is}, but it should be ${should}`);
}
