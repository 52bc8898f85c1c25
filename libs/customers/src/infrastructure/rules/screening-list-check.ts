import { Inject, Injectable } from '@nestjs/common';
import { Clock, DAY_MS } from '@payments/kernel';
import { CONFIG } from '@payments/config';
import { Health } from '@payments/http';
import type { Config } from '@payments/config';
import { versionOf } from './list-files.js';
import type { ListVersion } from './list-files.js';
import { listPath } from './screening-list.js';
import { ScreeningLists } from './screening-lists.js';

/** OFAC publishes changes several times a week. */
export const SCREENING_LIST_MAX_AGE_DAYS = 30;

/** How many days ago the list was installed. */
export function ageInDays({ placedAt }: Pick<ListVersion, 'placedAt'>, now: Date): number {
  return Math.max(0, Math.floor((now.getTime() - placedAt.getTime()) / DAY_MS));
}

/** Makes a worker degraded while the files of the screening list are gone, refused, or too old. */
@Injectable()
export class ScreeningListCheck {
  constructor(
    @Inject(CONFIG) config: Config,
    @Inject(ScreeningLists) lists: ScreeningLists | undefined,
    clock: Clock,
    health: Health,
  ) {
    if (lists === undefined) return;
    health.watchDependency('screening', async () => {
      if (lists.problem !== undefined) throw new Error(lists.problem);
      const days = ageInDays(await versionOf(listPath(config)), clock.now());
      if (days > SCREENING_LIST_MAX_AGE_DAYS)
        throw new Error(`the screening list is ${days} days old; replace it with the current list`);
    });
  }
}
