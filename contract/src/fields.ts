import * as z from 'zod/mini';
import { say, type FieldMessageKey } from './field-messages.ts';
import { latinDigits } from './latin-digits.ts';
import { limits } from './limits.ts';
import { languages, type Language } from './texts.ts';

/** A UUIDv7 as text. UUIDv7s sort by creation time. */
export const idSchema = z.uuid(say('invalid'));

/** PostgreSQL stores neither U+0000 nor, in JSON, half of a surrogate pair. */
const unstorable = /\u0000|\p{Surrogate}/u;
const isStorable = z.refine<string>((text) => !unstorable.test(text), say('invalid'));

/**
 * Direction marks, zero-width and other control characters can make a name look like another one, so they are removed.
 * U+0000 is refused instead.
 */
const invisible =
  /[\u0001-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff0-\ufffb\u{e0000}-\u{e0fff}]|\u034f/gu;
/**
 * Matches zero-width joiners and non-joiners. One is needed after an Indian letter or an emoji: it is in the group. There
 * is no look-behind, because Safari before 16.4 cannot parse it.
 */
const joiners =
  /([\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Arabic}\p{Extended_Pictographic}\ufe0f][\u200c\u200d])[\u200c\u200d]*|[\u200c\u200d]+/gu;

export function visibleText(text: string): string {
  return text.replace(invisible, '').replace(joiners, '$1');
}

/** A text whose limit is above this number of characters may have several lines. */
const longestLine = 200;

/**
 * Keyboards differ in the form in which they write a letter such as ड़. In NFC equal texts are equal in every comparison.
 * It may be longer, so it comes before the limit.
 */
function tidy(max: number) {
  return z.overwrite<string>((text) => {
    const visible = visibleText(text).normalize('NFC');
    return (max > longestLine ? visible : visible.replace(/[\t\n\r]+/g, ' ')).trim();
  });
}

/** Trims the text, and refuses empty texts and what PostgreSQL cannot store. */
export function requiredText(required: FieldMessageKey, max: number = limits.shortText.max) {
  return z
    .string(required)
    .check(tidy(max), z.minLength(1, required), z.maxLength(max, say('tooLong')), isStorable);
}

export function optionalText(max: number = limits.shortText.max) {
  return z._default(
    z.string(say('invalid')).check(tidy(max), z.maxLength(max, say('tooLong')), isStorable),
    '',
  );
}

function withoutSpaces(text: string): string {
  return latinDigits(text).replace(/\s/g, '');
}

/** Reads a number with spaces: '1414 01' → '141401'. */
export function digits(
  required: FieldMessageKey,
  pattern: RegExp,
  invalid: FieldMessageKey,
  clean: (text: string) => string = withoutSpaces,
) {
  return z.string(required).check(z.overwrite(clean), z.minLength(1, required), z.regex(pattern, invalid));
}

/** Reads 'true' or 'false' from a form, or a boolean from JSON; false by default. */
export const flagSchema = z._default(
  z.pipe(
    z.union([z.boolean(), z.enum(['true', 'false'])], say('invalid')),
    z.transform((value) => value === true || value === 'true'),
  ),
  false,
);

/** Makes a schema with one message for a missing choice and another one for an unknown choice. */
export function choice<const T extends readonly [string, ...string[]]>(
  options: T,
  required: FieldMessageKey,
  invalid: FieldMessageKey,
) {
  return z.enum(options, {
    error: ({ input }) => (input === undefined || input === '' ? required : invalid),
  });
}

export const languageSchema = z.enum(Object.keys(languages) as [Language, ...Language[]], say('invalid'));

/** Treats '', which forms and query strings send for an empty field, as absent. */
export function emptyAsAbsent<T extends z.core.$ZodType>(schema: T) {
  type Input = z.core.input<T> | undefined;
  type Output = z.core.output<T> | undefined;
  const absent = z.transform((value) => (value === '' || value === null ? undefined : value));
  return z.pipe(absent as z.ZodMiniType<Input, unknown>, z.optional(schema) as z.ZodMiniType<Output, Input>);
}

/** Treats '' as null, which removes the stored value. An absent field leaves it as it is. */
export function emptyAsNull<T extends z.core.$ZodType>(schema: T) {
  type Input = z.core.input<T> | null;
  type Output = z.core.output<T> | null;
  const empty = z.transform((value) => (value === '' ? null : value));
  const given = z.nullable(schema) as z.ZodMiniType<Output, Input>;
  return z.optional(z.pipe(empty as z.ZodMiniType<Input, unknown>, given));
}

/** Reads the text of a number, as forms and query strings send it. An empty text is no number. */
export const numberOfText = z.transform((value) => {
  if (typeof value !== 'string') return value;
  const text = latinDigits(value).trim();
  return text === '' ? Number.NaN : Number(text);
});

/** A whole number within PostgreSQL's integer range. */
export function wholeNumber(least: number) {
  const range = z.int(say('invalid')).check(z.gte(least, say('invalid')), z.lt(2 ** 31, say('invalid')));
  return z.pipe(numberOfText, range);
}

/** `cursor` is `page.nextCursor` of the previous page. */
export const pageQueryFields = {
  cursor: emptyAsAbsent(z.string(say('invalid')).check(z.maxLength(1_000, say('invalid')))),
  limit: emptyAsAbsent(
    z.pipe(
      wholeNumber(1),
      z.transform((limit) => Math.min(limit, limits.page.max)),
    ),
  ),
};

export const pincodeSchema = digits('pincodeRequired', /^[1-9]\d{5}$/, 'pincodeInvalid');
export const optionalPincodeSchema = z._default(
  z
    .string('pincodeInvalid')
    .check(z.overwrite(withoutSpaces), z.regex(/^(?:[1-9]\d{5})?$/, 'pincodeInvalid')),
  '',
);
