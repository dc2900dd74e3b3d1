import * as z from 'zod/mini';

/** Wraps every successful response. `data` is null when there is nothing to return. */
export function envelope<T extends z.core.$ZodType>(data: T) {
  return z.object({ statusCode: z.number(), success: z.literal(true), message: z.string(), data });
}

/** `nextCursor` is null on the last page; `total` is exact up to 10,000 and '10,000+' beyond. */
export const pageSchema = z.object({
  nextCursor: z.nullable(z.string()),
  total: z.union([z.number(), z.literal('10,000+')]),
});
export type Page = z.infer<typeof pageSchema>;

export function pagedEnvelope<T extends z.core.$ZodType>(item: T) {
  return z.object({
    statusCode: z.number(),
    success: z.literal(true),
    message: z.string(),
    data: z.array(item),
    page: pageSchema,
  });
}

/**
 * `field` is the name of the field as the client sent it, and `message` the English text of `key`. `number` says which
 * of the field's files it is about, from 1.
 */
export const fieldErrorSchema = z.object({
  field: z.string(),
  key: z.string(),
  message: z.string(),
  number: z.optional(z.number()),
});
export type FieldError = z.infer<typeof fieldErrorSchema>;

/** Every failed call responds in this shape. */
export const failureSchema = z.object({
  statusCode: z.number(),
  success: z.literal(false),
  code: z.string(),
  message: z.string(),
  errors: z.array(fieldErrorSchema),
  requestId: z.string(),
});
export type Failure = z.infer<typeof failureSchema>;
