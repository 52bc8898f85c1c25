import { Injectable } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { StepObservers } from '../../application/step-observers.js';
import type { StepObserver } from '../../application/step-observers.js';
import { Discovered } from './discovered.js';

/** Marks a `StepObserver`. */
export const ObservesSteps = DiscoveryService.createDecorator();

@Injectable()
export class DiscoveredObservers extends StepObservers {
  private readonly observers: Discovered<StepObserver, object>;

  constructor(discovery: DiscoveryService) {
    super();
    this.observers = new Discovered<StepObserver, object>(discovery, ObservesSteps);
  }

  all(): readonly StepObserver[] {
    return this.observers.all().map(({ provider }) => provider);
  }
}
