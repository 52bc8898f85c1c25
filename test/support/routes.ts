import { RequestMethod } from '@nestjs/common';
import { ModulesContainer } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { OPERATION } from '@payments/http';
import { newId } from '@payments/kernel';
import type { OperationTraits, Scope } from '@payments/http';

export interface Route {
  /** None for what is no operation. */
  readonly id: string | undefined;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** With `:id` where an id stands. */
  readonly path: string;
  /** None for what is public. */
  readonly scope: Scope | undefined;
  /** Scopes that open it as well. */
  readonly otherScopes: readonly Scope[];
  /** For portal users only. */
  readonly portal: boolean;
}

/** Where a route is called with ids of nothing; a stream ends at once. */
export function urlOfNothing({ path }: Route): string {
  const url = path.replace(/:\w+/g, newId());
  return url.endsWith('/stream') ? `${url}?follow=false` : url;
}

/** Every route of every controller, as the running application has them. */
export function routesOf(api: NestFastifyApplication): Route[] {
  const controllers = [...api.get(ModulesContainer).values()].flatMap((each) => [...each.controllers.values()]);
  return controllers.flatMap(({ metatype }) => {
    const prototype = (metatype as { prototype: Record<string, object> }).prototype;
    const root = String(Reflect.getMetadata('path', metatype as object));
    return Object.getOwnPropertyNames(prototype).flatMap((name) => {
      const handler = prototype[name]!;
      const verb = Reflect.getMetadata('method', handler) as RequestMethod | undefined;
      if (verb === undefined) return [];
      const parts = [root, String(Reflect.getMetadata('path', handler))].join('/').split('/').filter(Boolean);
      const traits = (Reflect.getMetadata(OPERATION, handler) ?? {}) as Partial<OperationTraits>;
      const { id, scope, otherScopes = [], portal = false } = traits;
      const route = { method: RequestMethod[verb] as Route['method'], path: `/${parts.join('/')}` };
      return [{ id, ...route, scope, otherScopes, portal }];
    });
  });
}
