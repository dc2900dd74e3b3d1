import * as z from 'zod/mini';
import { envelope, pagedEnvelope } from '../envelope.ts';
import { idSchema, pageQueryFields } from '../fields.ts';
import { verifiedForSchema } from './checks.ts';
import { userTypeSchema } from './credentials.ts';
import { usernameParamsSchema } from './profiles.ts';

export const followSchema = z.object({ isFollowing: z.boolean(), followersCount: z.number() });
export type Follow = z.infer<typeof followSchema>;

export const personSchema = z.object({
  _id: idSchema,
  username: z.string(),
  fullName: z.string(),
  avatar: z.nullable(z.string()),
  userType: userTypeSchema,
  isVerified: z.boolean(),
  verifiedFor: verifiedForSchema,
  rating: z.number(),
  totalReviews: z.number(),
  /** Fields that the person did not give are ''. */
  place: z.object({ state: z.string(), district: z.string(), city: z.string() }),
  isFollowing: z.boolean(),
});
export type ListedPerson = z.infer<typeof personSchema>;

const people = {
  params: usernameParamsSchema,
  query: z.object(pageQueryFields),
  response: pagedEnvelope(personSchema),
};

const change = {
  params: usernameParamsSchema,
  response: envelope(followSchema),
  limits: [{ name: 'follows', points: 60, minutes: 1, by: 'member' }],
} as const;

export const followEndpoints = {
  'POST /api/v1/follow/follow/:username': { whenRestricted: 'closed', ...change },
  'DELETE /api/v1/follow/unfollow/:username': { whenRestricted: 'open', ...change },
  'GET /api/v1/follow/followers/:username': people,
  'GET /api/v1/follow/following/:username': people,
} as const;
