import type { LegStatus, ProcessorResult } from '../domain/leg.js';
import type { OwnInstruction, Period } from '../domain/reconciliation.js';
import type { ResultEffect } from '../domain/result-effects.table.js';
import type { BankingMoment } from './banking-time.js';

/** A result in the inbox. */
export type StoredResult = ProcessorResult & { readonly id: string };

/**
 * A result with its effect on its instruction. `unmatched`: it names none of ours · `early`: it has not happened yet by banking
 * time.
 */
export interface ResultOutcome {
  readonly result: StoredResult;
  readonly effect: ResultEffect | 'unmatched' | 'early';
  /** The status of the instruction before. */
  readonly leg_status?: LegStatus;
}

/**
 * Keeps the instructions whose end-to-end ids begin with one letter: legs of transfers, or what another context sends
 * through the processor. All in the current unit of work.
 */
export interface InstructionOwner {
  /** Applies results that no earlier call has applied; `isDecided` when a person found them true. Returns the outcome of each. */
  apply(results: readonly StoredResult[], how?: { readonly isDecided: boolean }): Promise<readonly ResultOutcome[]>;
  /** Those submitted in the period, or due to settle in it but not settled. */
  instructions(period: Period, moment: Pick<BankingMoment, 'now' | 'at'>): Promise<OwnInstruction[]>;
  /** Our records of instructions, whenever they were submitted. */
  known(endToEndIds: readonly string[]): Promise<OwnInstruction[]>;
  /** Under which subjects the ledger has these instructions. */
  subjects(endToEndIds: readonly string[]): Promise<InstructionSubject[]>;
}

/** The entries of an instruction in the ledger. */
export interface InstructionSubject {
  readonly end_to_end_id: string;
  readonly subject_id: string;
  readonly leg: 'source' | 'destination' | 'none';
  readonly attempt: number;
}

/** The owners of all instructions that reach the processor. */
export abstract class InstructionOwners {
  abstract all(): readonly InstructionOwner[];
  /** By the first letter; undefined if nobody owns such ids. */
  abstract of(endToEndId: string): InstructionOwner | undefined;

  /** What belongs to each owner. */
  group<Item extends { readonly end_to_end_id: string }>(
    items: readonly Item[],
  ): Map<InstructionOwner | undefined, Item[]> {
    const groups = new Map<InstructionOwner | undefined, Item[]>();
    for (const item of items) {
      const owner = this.of(item.end_to_end_id);
      const group = groups.get(owner);
      if (group === undefined) groups.set(owner, [item]);
      else group.push(item);
    }
    return groups;
  }

  /** Subjects in the ledger, whoever owns the instructions. */
  async subjects(endToEndIds: readonly string[]): Promise<InstructionSubject[]> {
    const groups = this.group(endToEndIds.map((end_to_end_id) => ({ end_to_end_id })));
    const found: InstructionSubject[] = [];
    for (const [owner, own] of groups) {
      found.push(...((await owner?.subjects(own.map(({ end_to_end_id }) => end_to_end_id))) ?? []));
    }
    return found;
  }

  /** Our records of instructions, whoever owns them. */
  async known(endToEndIds: readonly string[]): Promise<OwnInstruction[]> {
    const ids = endToEndIds.map((end_to_end_id) => ({ end_to_end_id }));
    let known: OwnInstruction[] = [];
    for (const [owner, own] of this.group(ids)) {
      const found = (await owner?.known(own.map(({ end_to_end_id }) => end_to_end_id))) ?? [];
      known = [...known, ...found];
    }
    return known;
  }
}
