import type { Type } from '@nestjs/common';
import { fieldsOf, operationsOf } from '@payments/http';
import { previewApplication } from '../../apps/api/src/describe-api.js';

/** The classes of the bodies and queries of all operations, and those within them. */
export async function requestTypes(): Promise<Type<object>[]> {
  const types = new Set<Type<object>>();
  const walk = (type: Type<object>): void => {
    if (types.has(type)) return;
    types.add(type);
    for (const { rule } of fieldsOf(type)) if (rule.nested) walk(rule.nested.type());
  };
  for (const operation of operationsOf(await previewApplication())) operation.types.forEach(walk);
  return [...types];
}
