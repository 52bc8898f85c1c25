import { Injectable } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { DebitValidators } from '../../application/debit-validation.js';
import type { DebitValidator } from '../../application/debit-validation.js';
import { Discovered } from './discovered.js';

/** Marks a `DebitValidator`. */
export const ValidatesDebits = DiscoveryService.createDecorator();

@Injectable()
export class DiscoveredValidators extends DebitValidators {
  private readonly validators: Discovered<DebitValidator, object>;

  constructor(discovery: DiscoveryService) {
    super();
    this.validators = new Discovered<DebitValidator, object>(discovery, ValidatesDebits);
  }

  all(): readonly DebitValidator[] {
    return this.validators.all().map(({ provider }) => provider);
  }
}
