import { Injectable } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { Gates } from '../../application/gates.js';
import type { NamedGate, TransferGate } from '../../application/gates.js';
import { Discovered } from './discovered.js';

interface GateOptions {
  /** Stored with transfers, so it must not change. */
  readonly name: string;
  /** Gates are asked in ascending order. */
  readonly order: number;
  /** What it means that the gate lets a transfer pass, in a sentence. */
  readonly passes: string;
}

/** Marks a `TransferGate`. */
export const GatesTransfers = DiscoveryService.createDecorator<GateOptions>();

@Injectable()
export class DiscoveredGates extends Gates {
  private readonly discovered: Discovered<TransferGate, GateOptions>;
  private sorted: readonly NamedGate[] | undefined;

  constructor(discovery: DiscoveryService) {
    super();
    this.discovered = new Discovered(discovery, GatesTransfers);
  }

  all(): readonly NamedGate[] {
    this.sorted ??= [...this.discovered.all()]
      .sort((one, other) => one.options.order - other.options.order)
      .map(({ provider, options: { name, passes } }) => ({ name, passes, gate: provider }));
    return this.sorted;
  }
}
