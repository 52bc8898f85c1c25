import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { CustomerIdentities } from './application/customer-identities.js';
import { CustomerOutbox } from './application/customer-outbox.js';
import { Businesses, CustomerDirectory, Persons } from './application/ports.js';
import { ScreeningRuns } from './application/screening.ports.js';
import { BusinessRepository } from './infrastructure/persistence/business.repository.js';
import { businessSchema } from './infrastructure/persistence/business.schema.js';
import { PostgresCustomerDirectory } from './infrastructure/persistence/customer-directory.js';
import { PersonRepository } from './infrastructure/persistence/person.repository.js';
import { personSchema } from './infrastructure/persistence/person.schema.js';
import { ScreeningGauges } from './infrastructure/persistence/screening-gauges.js';
import { PostgresScreeningRuns } from './infrastructure/persistence/screening-runs.js';

/** The providers of the customers context that every process needs. */
@Module({
  imports: [TypeOrmModule.forFeature([personSchema, businessSchema])],
  providers: [
    { provide: Persons, useClass: PersonRepository },
    { provide: Businesses, useClass: BusinessRepository },
    { provide: CustomerDirectory, useClass: PostgresCustomerDirectory },
    { provide: ScreeningRuns, useClass: PostgresScreeningRuns },
    CustomerIdentities,
    CustomerOutbox,
    ScreeningGauges,
  ],
  exports: [Persons, Businesses, CustomerDirectory, CustomerIdentities, CustomerOutbox, ScreeningRuns],
})
export class CustomersModule {}
