import 'reflect-metadata';
import { RequestMethod } from '@nestjs/common';
import type { INestApplication, Type } from '@nestjs/common';
import { ModulesContainer } from '@nestjs/core';
import { OPERATION } from '../server/operation.js';
import type { OperationTraits } from '../server/operation.js';
import { isValidated } from '../validation/fields.js';

/** An operation with the classes of its body and query. */
export interface DescribedOperation extends OperationTraits {
  readonly group: string;
  /** Method and path, as in `GET /deliver/persons/{id}`. */
  readonly name: string;
  readonly types: readonly Type<object>[];
  readonly hasBody: boolean;
}

/** Every operation of the service. */
export function operationsOf(app: INestApplication): readonly DescribedOperation[] {
  const controllers = [...app.get(ModulesContainer).values()].flatMap((each) => [...each.controllers.values()]);
  return controllers.flatMap(({ metatype }) =>
    typeof metatype === 'function' ? ofController(metatype as Type<object>) : [],
  );
}

function ofController(controller: Type<object>): DescribedOperation[] {
  const prototype = controller.prototype as Record<string, object>;
  const [group = ''] = (Reflect.getMetadata('swagger/apiUseTags', controller) as string[] | undefined) ?? [];
  const root = String(Reflect.getMetadata('path', controller));
  return Object.getOwnPropertyNames(prototype).flatMap((key) => {
    const handler = prototype[key]!;
    const verb = Reflect.getMetadata('method', handler) as RequestMethod | undefined;
    const traits = Reflect.getMetadata(OPERATION, handler) as OperationTraits | undefined;
    if (verb === undefined || traits === undefined) return [];
    const path = [root, String(Reflect.getMetadata('path', handler))].join('/').split('/').filter(Boolean).join('/');
    const name = `${RequestMethod[verb]} /${path.replace(/:(\w+)/g, '{$1}')}`;
    const types = typesOf(prototype, key);
    return [{ ...traits, group, name, types, hasBody: takesBody(types, traits) && !name.startsWith('GET ') }];
  });
}

/** Whether it reads a body: one that a class validates, or one of another type than JSON. */
function takesBody(types: readonly Type<object>[], { takesText }: OperationTraits): boolean {
  return types.length > 0 || takesText;
}

/** The classes that validate a request: parameters of the method, or classes named for the description. */
function typesOf(prototype: Record<string, object>, key: string): Type<object>[] {
  const parameters = (Reflect.getMetadata('design:paramtypes', prototype, key) as unknown[] | undefined) ?? [];
  const declared = Reflect.getMetadata('swagger/apiParameters', prototype[key]!) as { type?: unknown }[] | undefined;
  return [...new Set([...parameters, ...(declared ?? []).map(({ type }) => type)])].filter(isValidated);
}
