import { Injectable } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { InstructionOwners } from '../../application/instruction-owners.js';
import type { InstructionOwner } from '../../application/instruction-owners.js';
import { Discovered } from './discovered.js';

/** Marks an `InstructionOwner`, with the first letter of its end-to-end ids. */
export const OwnsInstructions = DiscoveryService.createDecorator<{ readonly prefix: string }>();

@Injectable()
export class DiscoveredOwners extends InstructionOwners {
  private readonly owners: Discovered<InstructionOwner, { readonly prefix: string }>;

  constructor(discovery: DiscoveryService) {
    super();
    this.owners = new Discovered(discovery, OwnsInstructions);
  }

  all(): readonly InstructionOwner[] {
    return this.owners.all().map(({ provider }) => provider);
  }

  of(endToEndId: string): InstructionOwner | undefined {
    return this.owners.all().find(({ options }) => endToEndId.startsWith(options.prefix))?.provider;
  }
}
