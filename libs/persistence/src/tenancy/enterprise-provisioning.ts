import { Injectable } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import type { Tenant } from '@payments/observability';

/** What an enterprise begins with in one context. */
export interface EnterpriseProvisioner {
  /** Writes it in the unit of work that makes the enterprise: both are there, or neither. */
  open(tenant: Tenant): Promise<void>;
}

/** Marks a provider that takes part in the opening of every enterprise made in this process. */
export const ProvisionsEnterprise = DiscoveryService.createDecorator();

/** All that takes part in the opening of an enterprise. */
@Injectable()
export class EnterpriseProvisioning {
  constructor(private readonly discovery: DiscoveryService) {}

  async open(tenant: Tenant): Promise<void> {
    for (const { instance } of this.discovery.getProviders({ metadataKey: ProvisionsEnterprise.KEY })) {
      await (instance as EnterpriseProvisioner).open(tenant);
    }
  }
}
