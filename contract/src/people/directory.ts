import * as z from 'zod/mini';
import { emptyAsAbsent, pageQueryFields, requiredText } from '../fields.ts';
import { limits } from '../limits.ts';
import { searchBursts } from '../rate-limits.ts';
import { userTypeSchema } from './credentials.ts';
import { personSchema } from './follows.ts';

const text = (max?: number) => emptyAsAbsent(requiredText('invalid', max));

export const peopleEndpoints = {
  /**
   * Lists people, newest first. Every word of `q` must occur in the name, username or place. A district needs its
   * state.
   */
  'GET /api/v1/people': {
    query: z.object({
      ...pageQueryFields,
      q: text(limits.search.max),
      userType: emptyAsAbsent(userTypeSchema),
      state: text(),
      district: text(),
    }),
    response: z.object({
      statusCode: z.number(),
      success: z.literal(true),
      message: z.string(),
      data: z.array(personSchema),
      page: z.object({ nextCursor: z.nullable(z.string()) }),
    }),
    limits: [{ name: 'people-searches', points: 120, minutes: 1, by: 'member' }, searchBursts],
  },
} as const;

const peopleQuerySchema = peopleEndpoints['GET /api/v1/people'].query;
export type PeopleQuery = z.output<typeof peopleQuerySchema>;
