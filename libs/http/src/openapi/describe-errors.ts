import type { Type } from '@nestjs/common';
import { DomainError } from '@payments/kernel';
import type { ErrorTable, FieldError } from '@payments/kernel';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Log } from '@payments/observability';
import { ErrorFilter } from '../server/error-filter.js';
import { errorOrderOf } from '../validation/error-order.js';
import { fieldsOf } from '../validation/fields.js';
import { validate } from '../validation/validate.js';
import type { DescribedOperation } from './describe-operations.js';

/** One code as some operations return it. */
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

/** The group of errors that every operation may return. */
export const EVERY_OPERATION = '';
/** Where the errors of a table are returned: the errors that no single field rule finds. */
export interface DocumentedTable {
  readonly group: string;
  readonly definitions: ErrorTable<string>['definitions'];
  /** The operations that return the table's errors, unless each error names its own. */
  readonly returnedBy?: RegExp;
}

/** What the contexts' error tables leave out, as the application registers it. */
export interface DocumentedErrors {
  readonly tables: readonly DocumentedTable[];
  /** By code, or group and code: the operations that can return it. */
  readonly returnedBy: Readonly<Record<string, RegExp>>;
  /** Codes that no operation returns. */
  readonly operatorOnly: readonly string[];
}

/** Without an entry, an error is returned by the operations that write, and have its field if it has one. */
const WRITING = /^(POST|PUT|PATCH) /;

const SILENT = new Log('describe', 'silent');

/** Every error that the service can return: of its error tables, and of the fields of every operation. */
export function describeErrors(
  operations: readonly DescribedOperation[],
  documented: DocumentedErrors,
): readonly DescribedError[] {
  const ofTables = documented.tables.flatMap((table) => ofTable(table, operations, documented));
  const errors = [...operations.flatMap(ofFields), ...ofTables];
  const merged = new Map<string, DescribedError>();
  for (const error of errors) {
    const { operations: names, ...same } = error;
    const key = JSON.stringify(same);
    merged.set(key, { ...same, operations: [...new Set([...(merged.get(key)?.operations ?? []), ...names])] });
  }
  return [...merged.values()];
}

function ofTable(
  { group, definitions, returnedBy }: DocumentedTable,
  operations: readonly DescribedOperation[],
  all: DocumentedErrors,
): DescribedError[] {
  return Object.entries(definitions)
    .filter(([code]) => !all.operatorOnly.includes(code))
    .map(([code, { kind, message, field }]) => {
      const root = field?.split(/[.[]/)[0];
      const returning = operations.filter(
        ({ group: its, name, types }) =>
          its === group &&
          (returnedBy ?? all.returnedBy[`${group} ${code}`] ?? all.returnedBy[code] ?? WRITING).test(name) &&
          (root === undefined || types.some((type) => fieldsOf(type).some((each) => each.name === root))),
      );
      const status = statusOf(new DomainError(code, kind, { message }));
      return { group, operations: returning.map(({ name }) => name), status, code, ...(field && { field }), message };
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
 * Bodies that trigger every error of a class: nothing, all wrong, each field wrong alone, all wrong except each word of
 * a list of words; and the same within lists and objects, once and twice.
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

/** The status that the error filter itself returns. */
function statusOf(error: DomainError): number {
  let returned = 0;
  const reply = { sent: false, status, headers: () => reply, type: () => reply, send: () => reply };
  function status(code: number): object {
    returned = code;
    return reply;
  }
  const request = { raw: {}, routeOptions: {} } as FastifyRequest;
  new ErrorFilter(SILENT).respond(error, request, reply as unknown as FastifyReply);
  return returned;
}
