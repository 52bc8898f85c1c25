import { Injectable } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { newId } from '@payments/kernel';
import { workContext } from '@payments/observability';
import { Enterprises } from '../tenancy/enterprises.js';
import { Approvals } from './approvals.js';

/** A change of what keeps payments under control, as plain JSON: it is made as its approver has seen it. */
export interface ControlChange {
  readonly change: 'policy' | 'limit' | 'settings' | 'user';
  readonly action: 'create' | 'replace' | 'update' | 'enable' | 'change_role';
  /** The id, or the name of a user. */
  readonly id?: string;
  /** Of what is replaced: it must not have changed meanwhile. */
  readonly version?: number;
  /** What `content` replaces where there is no version, as its approver has seen it: it must be the same then. */
  readonly before?: object;
  readonly content?: object;
}

/** The approval that a change waits for. */
export interface PendingApproval {
  readonly id: string;
  readonly status: 'pending';
}

/** What somebody changes. With an approval, it is not made yet. */
export interface Changed<Value> {
  readonly value: Value;
  readonly approval?: PendingApproval;
}

/** Has a second administrator approve changes while the setting `dual_control` is on. In the current unit of work. */
@Injectable()
export class DualControl {
  constructor(
    private readonly enterprises: Enterprises,
    private readonly approvals: Approvals,
  ) {}

  async isOn(): Promise<boolean> {
    return (await this.enterprises.readSettings()).dual_control === true;
  }

  /** The approval that the change of the current user waits for. Undefined: it may be made at once. */
  async demand(shown: ControlChange): Promise<PendingApproval | undefined> {
    if (!(await this.isOn())) return undefined;
    const approval = await this.approvals.demand({
      ...{ type: 'setting_change', id: newId(), shown: { ...shown }, facts: {} },
      maker: { created_by: workContext.get().actor ?? null, owner: null },
      rule: { name: 'dual_control', roles: ['admin'] },
    });
    return { id: approval!.id, status: 'pending' };
  }
}

/** Makes changes that were approved, in the unit of work of the approval. */
export interface ChangeMaker {
  /** What the change replaces now, locked, where its `before` says what it replaced as it was requested. */
  replaced?(change: ControlChange): Promise<object | undefined>;
  /** @throws DomainError if the change is not possible any more */
  make(change: ControlChange, requestedBy: string): Promise<unknown>;
}

/** Marks the `ChangeMaker` of a kind of change. */
export const MakesChanges = DiscoveryService.createDecorator<{ readonly of: ControlChange['change'] }>();

/** All makers of changes of this process. */
@Injectable()
export class ChangeMakers {
  constructor(private readonly discovery: DiscoveryService) {}

  /** @throws Error if nobody makes such changes */
  of(change: ControlChange['change']): ChangeMaker {
    const found = this.discovery
      .getProviders({ metadataKey: MakesChanges.KEY })
      .find((each) => this.discovery.getMetadataByDecorator(MakesChanges, each)?.of === change);
    if (found === undefined) throw new Error(`nobody makes changes of kind ${change}`);
    return found.instance as ChangeMaker;
  }
}
