import { Module } from '@nestjs/common';
import type { DynamicModule } from '@nestjs/common';
import { PlatformModule, WorkerPlatformModule } from '@payments/platform';
import type { PlatformOptions } from '@payments/platform';

/** The queue process: the contexts' task handlers and sweeps. */
@Module({})
export class WorkerModule {
  static forRoot(options: PlatformOptions): DynamicModule {
    return { module: WorkerModule, imports: [PlatformModule.forRoot(options), WorkerPlatformModule] };
  }
}
