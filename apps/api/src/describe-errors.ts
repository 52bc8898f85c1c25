import type { Type } from '@nestjs/common';
import { accountErrors } from '@payments/accounts';
import { authErrors, logInErrors, portalErrors, refreshErrors, tokenErrors } from '@payments/auth';
import { addressErrors, businessErrors, customerErrors, personErrors } from '@payments/customers';
import { DomainError } from '@payments/kernel';
import type { ErrorTable, FieldError } from '@payments/kernel';
import { ledgerErrors } from '@payments/ledger';
import { ErrorFilter, errorOrderOf, fieldsOf, httpErrors, idempotencyErrors, validate } from '@payments/http';
import { reasonErrors, sandboxErrors, transferErrors } from '@payments/transfers';
import { eventErrors, recoveryErrors, webhookErrors } from '@payments/webhooks';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { SILENT } from './describe-operations.js';
import type { DescribedOperation } from './describe-operations.js';

/** One code as some operations answer it. */
export interface DescribedError {
  /** The part of the interface that the operations belong to; empty for errors of every operation. */
  readonly group: string;
  readonly operations: readonly string[];
  readonly status: number;
  readonly code: string;
  /** The field at fault, `[]` standing for any element of a list. */
  readonly field?: string;
  readonly message: string;
}

const EVERY_OPERATION = '';
/** Told to who administers the service, never to a client. */
const OF_THE_COMMAND_LINE: readonly string[] = ['enterprise_name_taken', 'credit_reference_taken'];

const { unauthorized, forbidden, ...ofTokens } = authErrors.definitions;
const { unknown_id: ofBusiness } = businessErrors.definitions;
const { unknown_id: ofTransfer } = transferErrors.definitions;

interface AnsweredTable {
  readonly group: string;
  readonly definitions: ErrorTable<string>['definitions'];
  /** The operations that meet the errors of the table, where it is not each error that tells. */
  readonly metBy?: RegExp;
}

/** Where the errors of a table are answered: the errors that no single field rule finds. */
const TABLES: readonly AnsweredTable[] = [
  {
    group: EVERY_OPERATION,
    definitions: { ...httpErrors.definitions, unauthorized, forbidden, ...idempotencyErrors.definitions },
  },
  { group: 'Authentication', definitions: ofTokens },
  { group: 'Authentication', definitions: tokenErrors.definitions, metBy: /\/oauth\/token$/ },
  { group: 'Authentication', definitions: logInErrors.definitions, metBy: /\/authenticate$/ },
  { group: 'Authentication', definitions: refreshErrors.definitions, metBy: /\/refresh$/ },
  { group: 'Persons', definitions: { ...customerErrors.definitions, ...personErrors.definitions } },
  { group: 'Businesses', definitions: { ...customerErrors.definitions, ...businessErrors.definitions } },
  { group: 'Businesses', definitions: addressErrors.definitions, metBy: /^PATCH / },
  { group: 'External accounts', definitions: accountErrors.definitions },
  { group: 'External accounts', definitions: personErrors.definitions, metBy: /^GET \/deliver\/persons\// },
  { group: 'External accounts', definitions: { unknown_id: ofBusiness }, metBy: /^GET \/deliver\/businesses\// },
  { group: 'Transfers', definitions: transferErrors.definitions },
  { group: 'Sandbox', definitions: sandboxErrors.definitions },
  { group: 'Sandbox', definitions: { unknown_id: ofTransfer }, metBy: /\/outcome$/ },
  { group: 'Reason codes', definitions: reasonErrors.definitions },
  { group: 'Ledger', definitions: ledgerErrors.definitions },
  { group: 'Portal', definitions: portalErrors.definitions },
  { group: 'Webhooks', definitions: webhookErrors.definitions },
  { group: 'Webhooks', definitions: eventErrors.definitions, metBy: /\/events\/\{id\}/ },
  { group: 'Webhooks', definitions: recoveryErrors.definitions, metBy: /\/recoveries\// },
];

const WRITING = /^(POST|PUT|PATCH) /;
const CREATING = /^POST /;
const CHANGING = /^(PUT|PATCH) /;

/** The operations that can meet an error; without a line here, those that write, and have its field if it has one. */
const MET_BY: Readonly<Record<string, RegExp>> = {
  unknown_id: /^\S+ \/(?!deliver\/(persons|businesses)\/\{id\}\/).*\{(id|code)\}/,
  'Webhooks unknown_id': /\/configurations\/\{id\}(?!\/recoveries)/,
  duplicate_customer_reference_id: CREATING,
  duplicate_account_reference_id: CREATING,
  duplicate_transfer_reference_id: CREATING,
  unknown_account_reference_id: /^PUT .*\/accounts$/,
  invalid_account_reference_id: CHANGING,
  duplicate_name: CREATING,
  too_many_clients: /^POST .*\/clients$/,
  last_administrator: /^POST .*\/users\/\{id\}\/disable$/,
  too_many_webhook_configurations: /^POST .*\/configurations$/,
  resource_closed: CHANGING,
  transfer_not_cancelable: /\/cancel$/,
  unknown_enterprise_external_account: /^POST .*\/transfers$/,
  'Transfers missing_tax_id': /^POST .*\/transfers$/,
  'Transfers missing_addresses': /^POST .*\/transfers$/,
  outcome_not_possible: /\/outcome$/,
};

/** Every error that the service can answer: of its error tables, and of the fields of every operation. */
export function describeErrors(operations: readonly DescribedOperation[]): readonly DescribedError[] {
  const errors = [...operations.flatMap(ofFields), ...TABLES.flatMap((table) => ofTable(table, operations))];
  const merged = new Map<string, DescribedError>();
  for (const error of errors) {
    const { operations: names, ...same } = error;
    const key = JSON.stringify(same);
    merged.set(key, { ...same, operations: [...new Set([...(merged.get(key)?.operations ?? []), ...names])] });
  }
  return [...merged.values()];
}

function ofTable(
  { group, definitions, metBy }: AnsweredTable,
  operations: readonly DescribedOperation[],
): DescribedError[] {
  return Object.entries(definitions)
    .filter(([code]) => !OF_THE_COMMAND_LINE.includes(code))
    .map(([code, { kind, message, field }]) => {
      const root = field?.split(/[.[]/)[0];
      const met = operations.filter(
        ({ group: its, name, types }) =>
          its === group &&
          (metBy ?? MET_BY[`${group} ${code}`] ?? MET_BY[code] ?? WRITING).test(name) &&
          (root === undefined || types.some((type) => fieldsOf(type).some((each) => each.name === root))),
      );
      const status = statusOf(new DomainError(code, kind, { message }));
      return { group, operations: met.map(({ name }) => name), status, code, ...(field && { field }), message };
    });
}

function ofFields({ group, name, types }: DescribedOperation): DescribedError[] {
  return types.flatMap((type) => {
    const named = errorOrderOf(type) ?? [];
    const order = [...named, ...pathsOf(type).filter((path) => !named.includes(path))];
    return probesOf(type)
      .flatMap((probe) => errorsOf(type, probe))
      .map(({ field, error_code: code, message }) => ({ field: field.replace(/\[\d+\]/g, '[]'), code, message }))
      .sort((one, other) => order.indexOf(one.field) - order.indexOf(other.field))
      .map((error) => ({ group, operations: [name], status: 400, ...error }));
  });
}

function pathsOf(type: Type<object>): string[] {
  return fieldsOf(type).flatMap(({ name, rule: { nested } }) => [
    name,
    ...(nested ? pathsOf(nested.type()).map((path) => `${name}${nested.list ? '[]' : ''}.${path}`) : []),
  ]);
}

// No rule takes a Date, for JSON has none.
const WRONG = new Date(0);

interface Probe {
  readonly [field: string]: unknown;
}

/**
 * Bodies that bring out every error of a class: nothing, all wrong, each field wrong alone, all wrong but for each word
 * of a list of words; and within lists and objects the same again, once and twice.
 */
function probesOf(type: Type<object>): Probe[] {
  const fields = fieldsOf(type);
  const allWrong: Probe = Object.fromEntries(fields.map(({ name }) => [name, WRONG]));
  const others = fields.flatMap(({ name, rule: { schema, nested } }) => {
    const words = (schema.enum ?? []) as unknown[];
    const inner = nested === undefined ? [] : probesOf(nested.type());
    const within = inner.flatMap<unknown>((probe) => (nested?.list ? [[probe], [probe, probe]] : [probe]));
    return [
      { [name]: WRONG },
      ...words.map<Probe>((word) => ({ ...allWrong, [name]: word })),
      ...within.map<Probe>((value) => ({ [name]: value })),
    ];
  });
  return [{}, allWrong, ...others];
}

function errorsOf(type: Type<object>, probe: Probe): readonly FieldError[] {
  try {
    validate(type, probe);
    return [];
  } catch (error) {
    if (error instanceof DomainError) return error.fieldErrors;
    throw error;
  }
}

/** The status as the error filter itself answers it. */
function statusOf(error: DomainError): number {
  let answered = 0;
  const reply = { sent: false, status, headers: () => reply, type: () => reply, send: () => reply };
  function status(code: number): object {
    answered = code;
    return reply;
  }
  const request = { raw: {}, routeOptions: {} } as FastifyRequest;
  new ErrorFilter(SILENT).answer(error, request, reply as unknown as FastifyReply);
  return answered;
}
