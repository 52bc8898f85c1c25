import { Injectable } from '@nestjs/common';
import { Clock, Money, UnitOfWork } from '@payments/kernel';
import { searchTerm } from '../domain/search-term.js';
import { hitTypes, PortalReader } from './ports.js';
import type { HitType, SearchHit } from './ports.js';

const MOST_HITS = 20;
const AMOUNT_DAYS = 90;
const DAY_MS = 86_400_000;

/** A hit on the wire. Fields without a value are omitted. */
export interface SearchHitView {
  readonly type: HitType;
  readonly id: string;
  readonly title: string;
  readonly subtitle?: string;
  readonly status?: string;
  /** Cents. */
  readonly amount?: number;
}

/** Finds resources by what a person may know of them: an id, a reference, a trace number, a name or an amount. */
@Injectable()
export class SearchResources {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly reader: PortalReader,
    private readonly clock: Clock,
  ) {}

  /** At most 20 of the types, exact matches first. Only what the scopes show in the API is searched. */
  async execute(
    text: string,
    scopes: ReadonlySet<string>,
    types: readonly HitType[] = hitTypes,
  ): Promise<readonly SearchHitView[]> {
    const term = searchTerm(text);
    const amountsSince = new Date(this.clock.now().getTime() - AMOUNT_DAYS * DAY_MS);
    const options = { scopes, types, size: MOST_HITS, amountsSince };
    const hits = await this.unitOfWork.read(() => this.reader.search(term, options));
    return ranked(hits, text.trim()).slice(0, MOST_HITS).map(toHitView);
  }
}

/** Each resource once, and those whose title is the text before all others. */
function ranked(hits: readonly SearchHit[], text: string): readonly SearchHit[] {
  const once = [...new Map(hits.map((hit) => [`${hit.type} ${hit.id}`, hit])).values()];
  return [...once.filter(({ title }) => title === text), ...once.filter(({ title }) => title !== text)];
}

function toHitView({ type, id, title, subtitle, status, amount }: SearchHit): SearchHitView {
  return {
    ...{ type, id, title },
    ...(subtitle !== null && { subtitle }),
    ...(status !== null && { status }),
    ...(amount !== null && { amount: Money.usd(amount).toWire() }),
  };
}
