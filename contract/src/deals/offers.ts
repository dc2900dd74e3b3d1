import * as z from 'zod/mini';
import { envelope, failureSchema, pagedEnvelope } from '../envelope.ts';
import { say } from '../field-messages.ts';
import { emptyAsAbsent, idSchema, pageQueryFields, wholeNumber } from '../fields.ts';
import { cautionFields, verifiedForSchema } from '../people/checks.ts';
import { userTypeSchema } from '../people/credentials.ts';
import { dealStatuses } from './deal-machine.ts';
import { offerStatuses, sides } from './offer-machine.ts';
import { termsChecks, termsFormFields, termsSchema } from './terms.ts';

/** One side of an offer or deal. Names are null when the account was deleted. */
export const partySchema = z.object({
  _id: idSchema,
  username: z.nullable(z.string()),
  fullName: z.nullable(z.string()),
  avatar: z.nullable(z.string()),
  userType: userTypeSchema,
  isVerified: z.boolean(),
  verifiedFor: verifiedForSchema,
  ...cautionFields,
});
export type Party = z.infer<typeof partySchema>;

/** The goods as they were when the offer was made. */
export const goodsSchema = z.object({
  title: z.string(),
  cropType: z.string(),
  image: z.nullable(z.string()),
});

/** `version` is the offer's version that the round made. Times are ISO 8601 in UTC. */
export const roundSchema = z.extend(termsSchema, {
  by: z.enum(sides),
  version: z.number(),
  /** Rupees. */
  total: z.number(),
  validUntil: z.string(),
  createdAt: z.string(),
});
export type Round = z.infer<typeof roundSchema>;

/** `rounds` are listed oldest first. The last one is the one to accept. */
export const offerSchema = z.object({
  _id: idSchema,
  /** Null after the post was deleted. */
  postId: z.nullable(idSchema),
  goods: goodsSchema,
  buyer: partySchema,
  seller: partySchema,
  status: z.enum(offerStatuses),
  /** The side that responds to the last round. */
  turn: z.enum(sides),
  version: z.number(),
  rounds: z.array(roundSchema),
  dealId: z.nullable(idSchema),
  dealStatus: z.nullable(z.enum(dealStatuses)),
  createdAt: z.string(),
  changedAt: z.string(),
});
export type Offer = z.infer<typeof offerSchema>;

/**
 * The server stores one offer when a user repeats a `clientId`. With `wantedId`, a seller offers an own post to the
 * author of that wanted post, who is the buyer and responds.
 */
export const offerFormSchema = z
  .object({ ...termsFormFields, postId: idSchema, wantedId: z.optional(idSchema), clientId: idSchema })
  .check(...termsChecks);
export type OfferForm = z.infer<typeof offerFormSchema>;

/** The version of the offer that the user saw. The server refuses a response to an earlier version. */
const versionSchema = wholeNumber(1);
export const counterFormSchema = z
  .object({ ...termsFormFields, version: versionSchema })
  .check(...termsChecks);
export type CounterForm = z.infer<typeof counterFormSchema>;
const responseFormSchema = z.object({ version: versionSchema });
/** With `acceptsShortage`, the seller accepts an offer for more than the post has left. */
const acceptFormSchema = z.extend(responseFormSchema, {
  acceptsShortage: z.optional(z.boolean(say('invalid'))),
});
export type AcceptForm = z.infer<typeof acceptFormSchema>;

/**
 * OFFER_ENDED, OFFER_CHANGED, NOT_YOUR_TURN, OFFER_OPEN and NOT_ENOUGH_LEFT (409) come with the current offer.
 * NOT_ENOUGH_LEFT adds the quantity that is left, as the post words it.
 */
export const offerFailureSchema = z.extend(failureSchema, {
  offer: offerSchema,
  left: z.optional(z.string()),
});

export const offerParamsSchema = z.object({ offerId: idSchema });
const offerResponse = envelope(offerSchema);
const respond = {
  params: offerParamsSchema,
  body: responseFormSchema,
  response: offerResponse,
  limits: [{ name: 'offer-responses', points: 120, minutes: 60, by: 'member' }],
} as const;

export const offerBoxes = ['sent', 'received'] as const;

export const offerEndpoints = {
  /** Responds with 201. A buyer can have one open offer for a post. */
  'POST /api/v1/offers': {
    whenRestricted: 'closed',
    body: offerFormSchema,
    response: offerResponse,
    limits: [{ name: 'offers', points: 30, minutes: 60, by: 'member' }],
  },
  /** Lists offers, latest first. 'sent' are those whose first round is the viewer's. */
  'GET /api/v1/offers': {
    query: z.object({
      ...pageQueryFields,
      box: emptyAsAbsent(z.enum(offerBoxes, say('invalid'))),
      status: emptyAsAbsent(z.enum(offerStatuses, say('invalid'))),
    }),
    response: pagedEnvelope(offerSchema),
  },
  'GET /api/v1/offers/:offerId': { params: offerParamsSchema, response: offerResponse },
  /** When a side repeats a change, the response is the same and nothing changes. */
  'POST /api/v1/offers/:offerId/counter': { whenRestricted: 'closed', ...respond, body: counterFormSchema },
  'POST /api/v1/offers/:offerId/accept': { whenRestricted: 'closed', ...respond, body: acceptFormSchema },
  'POST /api/v1/offers/:offerId/decline': { whenRestricted: 'open', ...respond },
  'POST /api/v1/offers/:offerId/withdraw': { whenRestricted: 'open', ...respond },
} as const;
