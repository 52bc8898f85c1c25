import { Injectable } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';

/** How an approval ended that was not withdrawn. */
export interface DecidedApproval {
  readonly id: string;
  readonly subject_id: string;
  readonly status: 'approved' | 'rejected' | 'expired';
  /** What was shown. */
  readonly subject: Readonly<Record<string, unknown>>;
  readonly requested_by: string | null;
}

/** Acts on decisions, in the unit of work of the last of them; it may be run again after a deadlock. */
export interface ApprovalResolver {
  resolve(decided: readonly DecidedApproval[]): Promise<void>;
}

/** Marks the `ApprovalResolver` of a type of subject. Every process that decides or expires approvals must have it. */
export const ResolvesApprovals = DiscoveryService.createDecorator<{ readonly subject_type: string }>();

/** All resolvers of this process. */
@Injectable()
export class ApprovalResolvers {
  constructor(private readonly discovery: DiscoveryService) {}

  /** @throws Error if nobody resolves approvals of the type */
  of(subjectType: string): ApprovalResolver {
    const found = this.discovery
      .getProviders({ metadataKey: ResolvesApprovals.KEY })
      .find((each) => this.discovery.getMetadataByDecorator(ResolvesApprovals, each)?.subject_type === subjectType);
    if (found === undefined) throw new Error(`nobody resolves approvals of type ${subjectType}`);
    return found.instance as ApprovalResolver;
  }
}
