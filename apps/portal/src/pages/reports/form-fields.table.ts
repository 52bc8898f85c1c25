import '../../messages/lazy/reports.js';
import { tCode } from '../../messages/t.js';
import type { FormField } from '../../ui/form-fields.js';
import type { Kind } from './create-report.js';

const options = (texts: string, ...values: string[]) => values.map((value) => [value, tCode(texts, value)] as const);
const format = (...formats: string[]): FormField => ({
  ...{ name: 'format', label: 'field.format', kind: 'choice' },
  options: options('format', ...formats),
});
const subledger: FormField = {
  ...{ name: 'subledger_reference_id', label: 'field.subledger', kind: 'text' },
  ...{ hint: 'reports.subledgerHint', isOptional: true },
};
const day = (name: string, label: FormField['label'], hint: FormField['hint'] & string): FormField => ({
  ...{ name, label, hint, kind: 'date' },
});
const days = [day('start_time', 'field.firstDay', 'reports.days'), day('end_time', 'field.lastDay', 'reports.days')];

/** What is typed for each kind, by the names that errors of the API name. */
export const fieldsOf: Readonly<Record<Kind, readonly FormField[]>> = {
  recon: [
    ...days,
    {
      ...{ name: 'report_scope', label: 'field.scope', kind: 'choice' },
      options: options('scope', 'total', 'enterprise'),
    },
    subledger,
  ],
  statement: [
    format('csv', 'bai2', 'camt053'),
    day('start_date', 'field.firstDay', 'reports.statementDays'),
    day('end_date', 'field.lastDay', 'reports.statementDays'),
    subledger,
  ],
  export: [format('csv', 'ndjson'), ...days],
};
