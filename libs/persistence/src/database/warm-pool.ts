import { Inject, Injectable } from '@nestjs/common';
import type { OnApplicationBootstrap } from '@nestjs/common';
import { CONFIG } from '@payments/config';
import type { Config } from '@payments/config';
import { DataSource } from 'typeorm';

/**
 * Opens all connections of the pool before the process is ready: on a busy machine, opening one can take longer than a
 * request may wait for it. Those that cannot be opened are opened when they are needed.
 */
@Injectable()
export class WarmPool implements OnApplicationBootstrap {
  constructor(
    private readonly dataSource: DataSource,
    @Inject(CONFIG) private readonly config: Pick<Config, 'databasePoolSize'>,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    const runners = Array.from({ length: this.config.databasePoolSize }, () => this.dataSource.createQueryRunner());
    await Promise.allSettled(runners.map((runner) => runner.connect()));
    await Promise.all(runners.map((runner) => runner.release()));
  }
}
