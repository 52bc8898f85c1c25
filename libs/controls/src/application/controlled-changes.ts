import { Injectable } from '@nestjs/common';
import { Audit, DualControl } from '@payments/persistence';
import type { ControlChange, PendingApproval } from '@payments/persistence';

/** Which change was approved. */
export type ApprovedChange = Pick<ControlChange, 'id' | 'version'>;

/** What a change of a policy or a limit needs besides itself: an approval under dual control, and its entry in the audit log. */
@Injectable()
export class ControlledChanges {
  constructor(
    private readonly dualControl: DualControl,
    private readonly audit: Audit,
  ) {}

  /** Whether another administrator approves changes. */
  needApproval(): Promise<boolean> {
    return this.dualControl.isOn();
  }

  /** The approval that the change waits for; undefined if it may be made at once. */
  demand(change: ControlChange): Promise<PendingApproval | undefined> {
    return this.dualControl.demand(change);
  }

  record(entry: Parameters<Audit['record']>[0]): Promise<void> {
    return this.audit.record(entry);
  }
}
