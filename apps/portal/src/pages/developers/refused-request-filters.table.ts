import type { FilterField } from '../../ui/filters.js';

export const refusedRequestFilters: readonly FilterField[] = [
  { name: 'error_code', label: 'field.errorCode', kind: 'text' },
  { name: 'request_id', label: 'field.requestId', kind: 'text' },
];
