import * as z from 'zod/mini';
import { categories } from '../crops.ts';
import { envelope } from '../envelope.ts';
import { emptyAsAbsent, idSchema, requiredText, wholeNumber } from '../fields.ts';
import { limits } from '../limits.ts';
import { langSchema } from '../mandi/rates.ts';
import { verifiedForSchema } from '../people/checks.ts';
import { userTypeSchema } from '../people/credentials.ts';
import { searchBursts } from '../rate-limits.ts';
import { priceUnits } from './units.ts';

const foundCropSchema = z.object({ id: z.string(), en: z.string() });

/** `district` is null when the place is a whole state. */
export const foundPlaceSchema = z.object({ state: z.string(), district: z.nullable(z.string()) });
export type FoundPlace = z.infer<typeof foundPlaceSchema>;

const foundPersonSchema = z.object({ username: z.string(), fullName: z.string() });

const matchFields = {
  /** The words of `q`, as typed, that matched. Removing them from `q` removes the match. */
  words: z.string(),
  /** False when the words are only similar to the name. */
  isSure: z.boolean(),
};

/**
 * How the server understood `q`: each word belongs to a crop, a category, a place, a person or the text of the post.
 */
export const understoodSchema = z.object({
  /** Posts of any of these crops are listed. `others` are more crops that the same words can mean. */
  crops: z.array(z.object({ crop: foundCropSchema, others: z.array(foundCropSchema), ...matchFields })),
  /** All posts of these categories are listed: 'dal' means all pulses. */
  categories: z.array(z.object({ category: z.enum(categories), ...matchFields })),
  /** Posts in any of these places are listed. */
  places: z.array(z.object({ place: foundPlaceSchema, others: z.array(foundPlaceSchema), ...matchFields })),
  /** Posts of these people are listed, because no post has the words. */
  people: z.array(foundPersonSchema),
  words: z.array(z.string()),
  /** Words and names of places that were left out to list the crops, because nothing matches all of `q`. */
  ignored: z.array(z.string()),
  /** Crops and places with similar names, when nothing was found. */
  guesses: z.object({ crops: z.array(foundCropSchema), places: z.array(foundPlaceSchema) }),
});
export type Understood = z.infer<typeof understoodSchema>;

/** Suggestions appear while the user types. `name` is in the language of `lang`. */
export const suggestionsSchema = z.object({
  crops: z.array(z.extend(foundCropSchema, { name: z.string() })),
  places: z.array(foundPlaceSchema),
  people: z.array(
    z.object({
      _id: idSchema,
      username: z.string(),
      fullName: z.string(),
      avatar: z.nullable(z.string()),
      userType: userTypeSchema,
      isVerified: z.boolean(),
      verifiedFor: verifiedForSchema,
      place: z.object({ state: z.string(), district: z.string() }),
    }),
  ),
  posts: z.array(
    z.object({
      _id: idSchema,
      title: z.string(),
      price: z.number(),
      priceUnit: z.enum(priceUnits),
      image: z.nullable(z.string()),
      location: z.object({ state: z.string(), district: z.string() }),
      isAvailable: z.boolean(),
    }),
  ),
});
export type Suggestions = z.infer<typeof suggestionsSchema>;

export const suggestionSearches = { name: 'suggestions', points: 300, minutes: 1, by: 'member' } as const;

export const searchEndpoints = {
  /** `limit` applies to each of the four lists. */
  'GET /api/v1/search': {
    query: z.object({
      q: requiredText('invalid', limits.search.max),
      limit: emptyAsAbsent(
        wholeNumber(1).check(z.overwrite((limit) => Math.min(limit, limits.search.suggestions.max))),
      ),
      lang: langSchema,
    }),
    response: envelope(suggestionsSchema),
    limits: [suggestionSearches, searchBursts],
  },
} as const;
