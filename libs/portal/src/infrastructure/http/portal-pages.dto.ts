import { instant, oneOf, Optional, repeatable, Required, text } from '@payments/http';
import type { Rule } from '@payments/http';
import { figureSteps } from '../../application/figures.js';
import type { FigureStep } from '../../application/figures.js';
import type { OverviewRequest } from '../../application/get-overview.js';
import { hitTypes } from '../../application/ports.js';
import type { HitType } from '../../application/ports.js';

const inQuery = (rule: Rule): Rule => ({ ...rule, fromQuery: true });

export class OverviewQuery implements OverviewRequest {
  /** Transfers created at or after this time are counted. 24 hours before `end_time` if omitted. */
  @Optional(inQuery(instant()))
  readonly start_time?: Date;

  /** Transfers created before this time are counted. Now if omitted. */
  @Optional(inQuery(instant()))
  readonly end_time?: Date;

  /** How long each part of `figures.series` is. Without it the response has no `figures`. */
  @Optional(inQuery(oneOf(figureSteps)))
  readonly step?: FigureStep;
}

export class SearchQuery {
  /** What to search for. */
  @Required(inQuery(text({ min: 2, max: 64, verbatim: true, example: 'payout-0001' })))
  readonly q!: string;

  /** Only resources of these types. */
  @Optional(inQuery(repeatable(oneOf(hitTypes))))
  readonly type?: readonly HitType[];
}
