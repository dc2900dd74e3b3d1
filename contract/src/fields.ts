import * as z from 'zod/mini';
import { limits } from './limits.ts';
import { say, type FieldMessageKey } from './messages.ts';

/** UUIDv7 as text; sorts by time of making. */
export const idSchema = z.uuid(say('invalid'));

const withoutNull = z.refine<string>((text) => !text.includes('\u0000'), say('invalid'));

/** A trimmed text that must not be empty. PostgreSQL cannot store U+0000, so it is refused here. */
export function requiredText(required: FieldMessageKey, max: number = limits.shortText.max) {
  return z
    .string(required)
    .check(z.trim(), z.minLength(1, required), z.maxLength(max, say('tooLong')), withoutNull);
}

/** A trimmed text that may be left out or empty; absent means ''. */
export function optionalText(max: number = limits.shortText.max) {
  return z._default(
    z.string(say('invalid')).check(z.trim(), z.maxLength(max, say('tooLong')), withoutNull),
    '',
  );
}

/** Digits as people type them: spaces around and between are dropped ('98765 43210' → '9876543210'). */
export function digits(required: FieldMessageKey, pattern: RegExp, invalid: FieldMessageKey) {
  return z.string(required).check(
    z.overwrite((text) => text.replace(/\s/g, '')),
    z.minLength(1, required),
    z.regex(pattern, invalid),
  );
}

/** Form fields arrive as text: 'true' and 'false', or a real boolean from JSON. Absent means false. */
export const flagSchema = z._default(
  z.pipe(
    z.union([z.boolean(), z.enum(['true', 'false'])], say('invalid')),
    z.transform((value) => value === true || value === 'true'),
  ),
  false,
);

/** A value that counts as absent when the address bar or a form leaves it empty. */
export function emptyAsAbsent<T extends z.core.$ZodType>(schema: T) {
  type Input = z.core.input<T> | undefined;
  type Output = z.core.output<T> | undefined;
  const absent = z.transform((value) => (value === '' || value === null ? undefined : value));
  return z.pipe(absent as z.ZodMiniType<Input, unknown>, z.optional(schema) as z.ZodMiniType<Output, Input>);
}

/** How a list is asked for its next page: `cursor` is `page.nextCursor` of the page before. */
export const pageQueryFields = {
  cursor: emptyAsAbsent(z.string(say('invalid')).check(z.maxLength(1_000, say('invalid')))),
  limit: emptyAsAbsent(
    z.pipe(
      z.pipe(z.transform(Number), z.int(say('invalid')).check(z.gte(1, say('invalid')))),
      z.transform((limit) => Math.min(limit, limits.page.max)),
    ),
  ),
};

export const pincodeSchema = digits('pincodeRequired', /^[1-9]\d{5}$/, 'pincodeInvalid');
