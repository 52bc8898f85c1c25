import type { BusinessState } from '../domain/business.js';
import { toCustomerView } from './customer.view.js';
import type { CustomerView, ShownCustomer } from './customer.view.js';

type OptionalField = 'business_name' | 'entity_type' | 'tax_id_type' | 'account_holder_name' | 'incorporation_date';

/** The fields of a business that responses need: all except the tax id. */
export interface ShownBusiness extends ShownCustomer, Pick<BusinessState, 'legal_name' | OptionalField> {}

/** A business in responses and events. */
export interface BusinessView
  extends CustomerView, Pick<BusinessState, 'legal_name'>, Shown<Pick<BusinessState, OptionalField>> {}

type Shown<Fields> = { readonly [Name in keyof Fields]: Exclude<Fields[Name], null> | undefined };

export function toBusinessView(business: ShownBusiness): BusinessView {
  return toCustomerView(business, {
    legal_name: business.legal_name,
    business_name: business.business_name ?? undefined,
    entity_type: business.entity_type ?? undefined,
    tax_id_type: business.tax_id_type ?? undefined,
    account_holder_name: business.account_holder_name ?? undefined,
    incorporation_date: business.incorporation_date ?? undefined,
  });
}
