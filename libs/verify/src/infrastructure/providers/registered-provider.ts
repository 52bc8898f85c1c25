import { Injectable } from '@nestjs/common';
import { CustomerIdentities, screeningName } from '@payments/customers';
import type { CustomerIdentity } from '@payments/customers';
import { UnitOfWork } from '@payments/kernel';
import { AccountOwnersReader } from '../../application/account-owners-reader.js';
import { ValidationProvider } from '../../application/validation-provider.js';
import type { ExaminedAccount, Finding, Question } from '../../application/validation-provider.js';
import { ownershipOf } from '../../domain/ownership.js';
import type { Matches } from '../../domain/verify-account-state.js';

type Ownership = Extract<Finding, { kind: 'ownership' }>;

/** From the best to the worst. */
const ORDER: readonly Ownership['status'][] = ['full', 'partial', 'not_a_match', 'not_found'];

/** Compares with the verified customers of the enterprise that have this account. */
@Injectable()
export class RegisteredProvider extends ValidationProvider {
  readonly name = 'registered';

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly owners: AccountOwnersReader,
    private readonly customers: CustomerIdentities,
  ) {
    super();
  }

  examine(question: Question, accounts: readonly ExaminedAccount[]): Promise<ReadonlyMap<string, Finding>> {
    if (question !== 'ownership') return Promise.resolve(new Map());
    return this.unitOfWork.run(async () => {
      const findings = new Map<string, Finding>();
      for (const account of accounts) findings.set(account.id, await this.compare(account));
      return findings;
    });
  }

  private async compare(account: ExaminedAccount): Promise<Ownership> {
    const type = account.person === null ? 'business' : 'person';
    const found: Ownership[] = [];
    for (const reference of await this.owners.referencesOf(account, type)) {
      const customer = await this.customers.ofVerified(type, reference);
      if (customer === undefined) continue;
      const matches = compared(account, customer);
      found.push({ kind: 'ownership', status: ownershipOf(matches), matches });
    }
    found.sort((one, other) => ORDER.indexOf(one.status) - ORDER.indexOf(other.status));
    return found[0] ?? { kind: 'ownership', status: 'not_found', matches: null };
  }
}

function compared({ person, business, identity_number }: ExaminedAccount, customer: CustomerIdentity): Matches {
  const phone = (person ?? business)?.phone_number;
  const phones = phone === undefined ? {} : { phone_number: customer.phones.some((each) => phone.endsWith(each)) };
  const isSameNumber = () => identity_number !== null && customer.identity_number?.endsWith(identity_number) === true;
  if (person !== null && customer.type === 'person') {
    return {
      first_name: isSameName(person.first_name, customer.first_name, 'person'),
      last_name: isSameName(person.last_name, customer.last_name, 'person'),
      ...phones,
      ...(identity_number !== null && { ssn: isSameNumber() }),
    };
  }
  if (business === null || customer.type === 'person') return {};
  return {
    business_name: customer.names.some((name) => isSameName(business.business_name, name, 'organisation')),
    ...phones,
    ...(identity_number !== null && { tax_id: isSameNumber() }),
  };
}

function isSameName(one: string, other: string, kind: 'person' | 'organisation'): boolean {
  const [name, known] = [screeningName(one, kind), screeningName(other, kind)];
  return name !== undefined && name.tokens.join(' ') === known?.tokens.join(' ');
}
