import * as z from 'zod/mini';

/** `{statusCode, success: true, message, data}`: the shape of every successful answer. `data` is null where there is nothing to tell. */
export function envelope<T extends z.core.$ZodType>(data: T) {
  return z.object({ statusCode: z.number(), success: z.literal(true), message: z.string(), data });
}

/** Where a list goes on. `nextCursor` is null at its end; `total` is exact up to 10,000 and '10,000+' beyond. */
export const pageSchema = z.object({
  nextCursor: z.nullable(z.string()),
  total: z.union([z.number(), z.literal('10,000+')]),
});
export type Page = z.infer<typeof pageSchema>;

/** An envelope around a list, with where the list goes on. */
export function pagedEnvelope<T extends z.core.$ZodType>(item: T) {
  return z.object({
    statusCode: z.number(),
    success: z.literal(true),
    message: z.string(),
    data: z.array(item),
    page: pageSchema,
  });
}

/** One thing wrong with the input: the field as the client sent it, the key of the message, and its English text. */
export const fieldErrorSchema = z.object({ field: z.string(), key: z.string(), message: z.string() });
export type FieldError = z.infer<typeof fieldErrorSchema>;

/** `{statusCode, success: false, code, message, errors, requestId}`: the shape of every failure. */
export const failureSchema = z.object({
  statusCode: z.number(),
  success: z.literal(false),
  code: z.string(),
  message: z.string(),
  errors: z.array(fieldErrorSchema),
  requestId: z.string(),
});
export type Failure = z.infer<typeof failureSchema>;
