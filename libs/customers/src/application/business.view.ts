import type { BusinessInput, BusinessState } from '../domain/business.js';
import { toCustomerView } from './customer.view.js';
import type { CustomerView } from './customer.view.js';

/** A business as answers and events show it: all but the tax id. */
export interface BusinessView
  extends
    CustomerView,
    Pick<
      BusinessInput,
      'legal_name' | 'business_name' | 'entity_type' | 'tax_id_type' | 'account_holder_name' | 'incorporation_date'
    > {}

export function toBusinessView(state: BusinessState): BusinessView {
  const { legal_name, business_name, entity_type, tax_id_type, account_holder_name, incorporation_date } = state;
  return toCustomerView(state, {
    legal_name,
    ...(business_name !== null && { business_name }),
    ...(entity_type !== null && { entity_type }),
    ...(tax_id_type !== null && { tax_id_type }),
    ...(account_holder_name !== null && { account_holder_name }),
    ...(incorporation_date !== null && { incorporation_date }),
  });
}
