import { createHash } from 'node:crypto';
import { JsonReader } from '../settings/json-reader.js';

/** Faults of the files that the bank sends. They work over SFTP and in a directory. */
export const CONTENT_FAULTS = [
  ...(['half_written', 'duplicate_return', 'out_of_order', 'crlf'] as const),
  ...(['unpadded', 'no_header', 'truncated', 'statement_cent', 'status_lost', 'message_lost'] as const),
] as const;

/** Faults of the SFTP server. */
export const CHANNEL_FAULTS = [
  ...(['reset_at_byte', 'reset_at_rename', 'stale_listing', 'unreadable'] as const),
  ...(['slow', 'disk_full', 'changed_host_key'] as const),
] as const;

export type ContentFault = (typeof CONTENT_FAULTS)[number];
export type FaultKind = ContentFault | (typeof CHANNEL_FAULTS)[number];

interface FaultRule {
  /** From 0, never, to 1, at every opportunity. */
  readonly chance: number;
  /** How often it strikes at most. */
  readonly times: number;
  /** Of `reset_at_byte` and `disk_full`: how many bytes of a file pass before. */
  readonly byte: number;
  /** Of `slow`. */
  readonly bytesPerSecond: number;
  /** Of `reset_at_rename`: whether the file is renamed before the connection breaks; else the seed decides. */
  readonly done: boolean | undefined;
}

const DEFAULT_BYTE = 100;
const DEFAULT_BYTES_PER_SECOND = 1024;

/** Decides by a seed which faults strike: the same seed and the same course of events give the same faults. */
export class Faults {
  private readonly opportunities = new Map<FaultKind, number>();
  private readonly struck = new Map<FaultKind, number>();

  constructor(
    private readonly seed: number,
    private readonly rules: ReadonlyMap<FaultKind, FaultRule>,
  ) {}

  static none(): Faults {
    return new Faults(0, new Map());
  }

  /** @throws SettingsError */
  static parse(text: string, file: string): Faults {
    const { seed, faults } = JsonReader.parse(text, file).object('seed', 'faults');
    const kinds = [...CONTENT_FAULTS, ...CHANNEL_FAULTS];
    const found = faults.object(...kinds);
    const rules = kinds.flatMap((kind) => (found[kind].isAbsent ? [] : [[kind, faultRule(found[kind])] as const]));
    return new Faults(
      seed.or(1, (reader) => reader.integer(0)),
      new Map(rules),
    );
  }

  /** Whether a fault strikes now. With a key, the decision does not depend on what happened before. */
  strikes(kind: FaultKind, key: number = this.nextOpportunity(kind)): boolean {
    const rule = this.rules.get(kind);
    if (!rule || this.timesStruck(kind) >= rule.times || this.fractionOf(kind, key) >= rule.chance) return false;
    this.count(kind);
    return true;
  }

  /** Counts a fault that struck before this process started. */
  count(kind: FaultKind): void {
    this.struck.set(kind, this.timesStruck(kind) + 1);
  }

  byteOf(kind: 'reset_at_byte' | 'disk_full'): number {
    return this.rules.get(kind)?.byte ?? DEFAULT_BYTE;
  }

  get bytesPerSecond(): number {
    return this.rules.get('slow')?.bytesPerSecond ?? DEFAULT_BYTES_PER_SECOND;
  }

  /** Whether a file is renamed before the connection breaks at the rename. */
  get isRenameDone(): boolean {
    const decided = this.rules.get('reset_at_rename')?.done;
    return decided ?? this.fractionOf('reset_at_rename', -this.timesStruck('reset_at_rename')) < 0.5;
  }

  private timesStruck(kind: FaultKind): number {
    return this.struck.get(kind) ?? 0;
  }

  private nextOpportunity(kind: FaultKind): number {
    const next = (this.opportunities.get(kind) ?? 0) + 1;
    this.opportunities.set(kind, next);
    return next;
  }

  private fractionOf(kind: FaultKind, key: number): number {
    const hash = createHash('sha256').update(`${this.seed} ${kind} ${key}`).digest();
    return hash.readUInt32BE() / 2 ** 32;
  }
}

function faultRule(reader: JsonReader): FaultRule {
  const { chance, times, byte, bytes_per_second, done } = reader.object(
    ...(['chance', 'times', 'byte', 'bytes_per_second', 'done'] as const),
  );
  return {
    chance: chance.or(1, (given) => given.fraction()),
    times: times.or(Infinity, (given) => given.integer(0)),
    byte: byte.or(DEFAULT_BYTE, (given) => given.integer(0)),
    bytesPerSecond: bytes_per_second.or(DEFAULT_BYTES_PER_SECOND, (given) => given.integer(1)),
    done: done.optional((given) => given.boolean()),
  };
}
