import * as z from 'zod/mini';

/** A small body may be this long, so that mistakes in it get a message at their field. */
const least = 2_048;
const bytesOfNumber = 32;
/** JSON may write any character as \u and four digits. */
const bytesOfCharacter = 6;
/** Texts without a longest length in the schema have another rule for it. */
const usualCharacters = 200;

/** The parts of a JSON Schema that decide how long a value can be. */
interface JsonSchema {
  type?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
  maxItems?: number;
  maxLength?: number;
}

/** Returns the bytes that the longest valid JSON body of the schema takes. */
export function bodyLimitOf(schema: z.core.$ZodType | undefined): number {
  if (!schema) return least;
  const described = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return Math.max(least, bytesOf(described as JsonSchema));
}

function bytesOf(schema: JsonSchema): number {
  const { type, anyOf, properties = {}, items = {}, maxItems = 0, maxLength = usualCharacters } = schema;
  const values = schema.enum ?? ('const' in schema ? [schema.const] : undefined);
  if (values) return Math.max(...values.map((value) => JSON.stringify(value).length));
  if (anyOf) return Math.max(...anyOf.map(bytesOf));
  switch (type) {
    case 'object':
      return Object.entries(properties).reduce(
        (sum, [key, value]) => sum + key.length + '"":,'.length + bytesOf(value),
        '{}'.length,
      );
    case 'array':
      return '[]'.length + maxItems * (1 + bytesOf(items));
    case 'string':
      return '""'.length + maxLength * bytesOfCharacter;
    default:
      return bytesOfNumber;
  }
}
