import { Module } from '@nestjs/common';
import { GetBusiness, ListBusinesses } from './application/read-businesses.js';
import { GetPerson, ListPersons } from './application/read-persons.js';
import { RegisterBusiness } from './application/register-business.js';
import { RegisterPerson } from './application/register-person.js';
import { ReplaceBusiness } from './application/replace-business.js';
import { ReplacePerson } from './application/replace-person.js';
import { CustomersModule } from './customers.module.js';
import { BusinessesController } from './infrastructure/http/businesses.controller.js';
import { PersonsController } from './infrastructure/http/persons.controller.js';

/** The operations on persons and businesses. */
@Module({
  imports: [CustomersModule],
  controllers: [PersonsController, BusinessesController],
  providers: [
    ...[RegisterPerson, ReplacePerson, GetPerson, ListPersons],
    ...[RegisterBusiness, ReplaceBusiness, GetBusiness, ListBusinesses],
  ],
})
export class CustomersApiModule {}
