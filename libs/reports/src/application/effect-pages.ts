import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '@payments/kernel';
import { OWN_BOOK } from '@payments/ledger';
import type { Effect } from '../domain/effect.js';
import { Effects, MOST_ENTRIES } from './ports.js';
import type { EffectRange } from './ports.js';

export interface EffectPage {
  readonly effects: readonly Effect[];
  /** The last position that it covers: the next page begins behind it. */
  readonly upTo: bigint;
}

/** A page that was asked for before it was needed; undefined if that failed. */
interface PageAhead {
  readonly key: string;
  readonly page: Promise<EffectPage | undefined>;
}

/**
 * Reads effects page by page for whoever writes them. The database reads the next page while the last one is received and
 * written. Not inside a unit of work.
 */
@Injectable()
export class EffectPages {
  private ahead: PageAhead | undefined;

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly effects: Effects,
  ) {}

  /** The next effects of a report, which may be none; undefined at the end of the range. */
  async next(reportId: string, range: EffectRange): Promise<EffectPage | undefined> {
    const begun = this.ahead?.key === keyOf(reportId, range) ? this.ahead.page : undefined;
    this.ahead = undefined;
    if (range.after >= range.upTo) return undefined;
    const asked = begun ?? this.load(range);
    const known = isDense(range) ? pageOf(range).upTo : undefined;
    if (known !== undefined) this.begin(reportId, { ...range, after: known });
    // What failed ahead is read again, so that an error is that of the page that is needed.
    const page = (await asked) ?? (await this.load(range));
    if (known === undefined) this.begin(reportId, { ...range, after: page.upTo });
    return page;
  }

  private begin(reportId: string, range: EffectRange): void {
    if (range.after >= range.upTo) return;
    this.ahead = { key: keyOf(reportId, range), page: this.load(range).catch(() => undefined) };
  }

  private async load(range: EffectRange): Promise<EffectPage> {
    const asked = isDense(range) ? pageOf(range) : range;
    const effects = await this.unitOfWork.read(() => this.effects.page(asked));
    return { effects, upTo: isDense(range) ? asked.upTo : (effects.at(-1)?.position ?? range.upTo) };
  }
}

/** Whether most entries are about the book, so that the end of a page is known before it was read. */
function isDense({ book }: EffectRange): boolean {
  return book === null || book === OWN_BOOK;
}

function pageOf({ after, upTo, book }: EffectRange): EffectRange {
  const end = after + BigInt(MOST_ENTRIES);
  return { after, upTo: end < upTo ? end : upTo, book };
}

function keyOf(reportId: string, { after, upTo, book }: EffectRange): string {
  return [reportId, after, upTo, book].join();
}
