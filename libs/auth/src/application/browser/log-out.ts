import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '@payments/kernel';
import { workContext } from '@payments/observability';
import { Audit, Enterprises } from '@payments/persistence';
import { isLive } from '../../domain/refresh-family.js';
import { RefreshFamilies } from '../ports.js';
import { RefreshTokenText } from '../refresh-token-text.js';

/** Ends the session of a cookie. A session that has ended, and a cookie that is not ours, are no-ops. */
@Injectable()
export class LogOut {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly enterprises: Enterprises,
    private readonly families: RefreshFamilies,
    private readonly text: RefreshTokenText,
    private readonly audit: Audit,
  ) {}

  async execute(refresh_token: string | undefined): Promise<void> {
    const place = refresh_token === undefined ? undefined : this.text.read(refresh_token);
    if (place === undefined) return;
    workContext.get().tenant = await this.enterprises.get(place.enterprise_id);
    await this.unitOfWork.run(async () => {
      const locked = await this.families.lock(place.family_id);
      if (locked === undefined || locked.family.kind !== 'portal' || !isLive(locked.family, locked.now)) return;
      const { family, now } = locked;
      workContext.get().actor = family.user_name;
      await this.families.save({ ...family, revoked_at: now });
      await this.audit.record({ action: 'user.logged_out', subject_type: 'user', subject_id: family.user_name });
    });
  }
}
