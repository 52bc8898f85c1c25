/** A JSON schema, or a reference to one. */
export type Schema = Readonly<Record<string, unknown>>;

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: Schema;
  readonly example?: unknown;
}

export type Reference = Readonly<Record<'$ref', string>>;

export interface Media {
  readonly schema?: Schema;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly summary?: string; readonly value: unknown }>>;
}

/** An operation that can follow, with its parameters taken from the response. */
export interface Link {
  readonly operationId: string;
  readonly description: string;
  readonly parameters: Readonly<Record<string, string>>;
}

export interface ResponseObject {
  readonly description: string;
  readonly headers?: Readonly<Record<string, Reference>>;
  readonly content?: Readonly<Record<string, Media>>;
  readonly links?: Readonly<Record<string, Link>> | undefined;
}

export interface RequestBody {
  readonly required?: boolean;
  readonly content: Readonly<Record<string, Media>>;
}

export interface OperationObject {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters?: readonly (Parameter | Reference)[];
  readonly requestBody?: RequestBody;
  readonly responses: Readonly<Record<string, ResponseObject | Reference>>;
}

export type Paths = Readonly<Record<string, Readonly<Record<string, OperationObject>>>>;

export interface Components {
  readonly schemas: Readonly<Record<string, Schema>>;
  readonly [kind: string]: Readonly<Record<string, unknown>>;
}

/** The parts of an OpenAPI 3.1 document that are read and written here. */
export interface OpenApi {
  readonly openapi: string;
  readonly info: Readonly<Record<string, unknown>>;
  readonly servers: readonly Readonly<Record<string, unknown>>[];
  readonly tags?: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Paths;
  readonly webhooks?: Paths;
  readonly components: Components;
}

export function schemaRef(name: string): Reference {
  return { $ref: `#/components/schemas/${name}` };
}

/** The document with `change` applied to every operation. */
export function mapOperations(
  paths: Paths,
  change: (operation: OperationObject, path: string) => OperationObject,
): Paths {
  return Object.fromEntries(
    Object.entries(paths).map(([path, methods]) => [
      path,
      Object.fromEntries(Object.entries(methods).map(([method, operation]) => [method, change(operation, path)])),
    ]),
  );
}

/** `createPerson` as `CreatePerson`. */
export function pascal(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
