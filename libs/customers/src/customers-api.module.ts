import { Module } from '@nestjs/common';
import { ChangeBusiness } from './application/change-business.js';
import { ChangePerson } from './application/change-person.js';
import { GetBusiness } from './application/get-business.js';
import { ListBusinesses } from './application/list-businesses.js';
import { GetPerson } from './application/get-person.js';
import { ListPersons } from './application/list-persons.js';
import { RegisterBusiness } from './application/register-business.js';
import { RegisterPerson } from './application/register-person.js';
import { CustomersModule } from './customers.module.js';
import { BusinessesController } from './infrastructure/http/businesses.controller.js';
import { PersonsController } from './infrastructure/http/persons.controller.js';

/** The operations on persons and businesses. */
@Module({
  imports: [CustomersModule],
  controllers: [PersonsController, BusinessesController],
  providers: [
    ...[RegisterPerson, ChangePerson, GetPerson, ListPersons],
    ...[RegisterBusiness, ChangeBusiness, GetBusiness, ListBusinesses],
  ],
})
export class CustomersApiModule {}
