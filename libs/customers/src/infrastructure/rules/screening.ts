import { yielder } from './event-loop.js';
import type { ListEntry, ListedName, ListKind } from './list-entry.js';
import { similarity } from './screening-name.js';
import type { ScreeningName } from './screening-name.js';
import { joinedKeys, tokenKeys } from './token-keys.js';

/** The minimum score at which a name matches an entry. */
const THRESHOLDS: Readonly<Record<ListKind, number>> = { watchlist: 0.93, alertlist: 0.95 };

/** One entry whose name is like a customer's. */
export interface ScreeningMatch {
  readonly entry_id: string;
  readonly list: ListKind;
  /** The name or alias of the entry that is the most like it. */
  readonly listed_name: string;
  /** From the threshold of the list to 1. */
  readonly score: number;
}

interface Posting extends ListedName {
  readonly entry: ListEntry;
  /** How many different words the name has. */
  readonly words: number;
}

/** The list in memory, with an index by parts and sounds of words, so that few names need comparing. */
export class Screening {
  private readonly postings: Posting[] = [];
  private readonly index = new Map<string, number[]>();

  private constructor() {}

  /** Indexes the entries, and yields to other work meanwhile. */
  static async build(entries: readonly ListEntry[]): Promise<Screening> {
    const screening = new Screening();
    const yieldIfDue = yielder();
    for (const entry of entries) {
      screening.add(entry);
      await yieldIfDue();
    }
    return screening;
  }

  /** The entries that one of the names matches, each with its best score, the best first. */
  matches(names: readonly ScreeningName[]): ScreeningMatch[] {
    const best = new Map<string, ScreeningMatch>();
    for (const name of names) {
      for (const { entry, text, name: listed } of this.candidates(name)) {
        const score = similarity(name, listed, THRESHOLDS[entry.list]);
        if (score <= (best.get(entry.id)?.score ?? 0)) continue;
        best.set(entry.id, { entry_id: entry.id, list: entry.list, listed_name: text, score });
      }
    }
    return [...best.values()].sort((one, other) => other.score - one.score);
  }

  /** The listed names worth comparing: those that two words of the name resemble, or one where there is only one. */
  candidates(name: ScreeningName): Posting[] {
    const most = Math.min(2, wordCount(name));
    const found: Posting[] = [];
    for (const [place, count] of this.hitsOf(name)) {
      const posting = this.postings[place];
      if (posting !== undefined && count >= Math.min(most, posting.words)) found.push(posting);
    }
    return found;
  }

  private add(entry: ListEntry): void {
    for (const listed of entry.names) {
      const place = this.postings.push({ ...listed, entry, words: wordCount(listed.name) }) - 1;
      for (const key of new Set([...listed.name.tokens.flatMap(tokenKeys), ...joinedKeys(listed.name.tokens)])) {
        const places = this.index.get(key);
        if (places === undefined) this.index.set(key, [place]);
        else places.push(place);
      }
    }
  }

  /** By place of the listed name, how many words of the name share a key with it. */
  private hitsOf(name: ScreeningName): ReadonlyMap<number, number> {
    const hits = new Map<number, number>();
    for (const keys of [...[...new Set(name.tokens)].map(tokenKeys), joinedKeys(name.tokens)]) {
      const places = new Set<number>();
      for (const key of keys) for (const place of this.index.get(key) ?? []) places.add(place);
      for (const place of places) hits.set(place, (hits.get(place) ?? 0) + 1);
    }
    return hits;
  }
}

function wordCount({ tokens }: ScreeningName): number {
  return new Set(tokens).size;
}
