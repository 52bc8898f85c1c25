import type { FilterField } from '../../ui/filters.js';

/** The earlier transfer from which a new one is made. */
export const newTransferParameters: readonly FilterField[] = [{ name: 'from', label: 'field.id', kind: 'text' }];
