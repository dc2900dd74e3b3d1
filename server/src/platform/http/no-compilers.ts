import type { FastifyServerOptions } from 'fastify';

type Compilers = NonNullable<FastifyServerOptions['schemaController']>['compilersFactory'];

/** Fastify only documents the schemas, and `addRoute` validates: its own compilers would be loaded for nothing. */
export const noCompilers = {
  buildValidator: () => () => () => true,
  buildSerializer: () => () => JSON.stringify,
  // Their types name those of Ajv.
} as unknown as Compilers;
