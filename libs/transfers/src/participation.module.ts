import { Module } from '@nestjs/common';
import { UnitOfWork } from '@payments/kernel';
import { CONFIG } from '@payments/config';
import type { Config } from '@payments/config';
import { ParticipationDirectory } from './application/participation.js';
import { LoadParticipation } from './infrastructure/directory/load-participation.js';
import { LoadedParticipation, nobodyParticipates } from './infrastructure/directory/loaded-participation.js';
import { SandboxParticipation } from './infrastructure/directory/sandbox-participation.js';

/** Which instant networks reach a bank: from the loaded directory, otherwise from the environment's default. */
@Module({
  providers: [
    LoadParticipation,
    { provide: ParticipationDirectory, inject: [CONFIG, UnitOfWork], useFactory: participationDirectory },
  ],
  exports: [ParticipationDirectory, LoadParticipation],
})
export class ParticipationModule {}

function participationDirectory({ environment }: Config, unitOfWork: UnitOfWork): ParticipationDirectory {
  return new LoadedParticipation(
    unitOfWork,
    environment === 'sandbox' ? new SandboxParticipation() : nobodyParticipates,
  );
}
