import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { DomainError } from '@payments/kernel';
import { ChangeMakers, ResolvesApprovals } from '@payments/persistence';
import type { ApprovalResolver, ControlChange, DecidedApproval } from '@payments/persistence';
import { approvalErrors } from '../../domain/controls.errors.js';

/** Changes under dual control are made once they are approved, in the same unit of work. */
@ResolvesApprovals({ subject_type: 'setting_change' })
@Injectable()
export class SettingChangeResolver implements ApprovalResolver {
  constructor(private readonly makers: ChangeMakers) {}

  async resolve(decided: readonly DecidedApproval[]): Promise<void> {
    for (const { status, subject, requested_by } of decided) {
      if (status === 'approved') await this.make(subject as unknown as ControlChange, requested_by ?? '');
    }
  }

  private async make(change: ControlChange, requestedBy: string): Promise<void> {
    try {
      const maker = this.makers.of(change.change);
      const isStale = maker.replaced && !isDeepStrictEqual(await maker.replaced(change), change.before);
      if (isStale) throw approvalErrors.change_not_possible();
      await maker.make(change, requestedBy);
    } catch (error) {
      throw error instanceof DomainError ? approvalErrors.change_not_possible() : error;
    }
  }
}
