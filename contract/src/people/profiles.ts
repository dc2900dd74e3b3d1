import * as z from 'zod/mini';
import { addressFields, addressSchema, districtIsOfState } from '../addresses.ts';
import { recordSchema } from './record.ts';
import { envelope } from '../envelope.ts';
import { say } from '../field-messages.ts';
import { idSchema, languageSchema, optionalPincodeSchema, optionalText, requiredText } from '../fields.ts';
import { limits } from '../limits.ts';
import type { CallLimit } from '../rate-limits.ts';
import { cautionFields, verifiedForSchema } from './checks.ts';
import { contactSchema, fullNameSchema, userTypeSchema } from './credentials.ts';
import { staffRoles } from './staff-roles.ts';

/** Achievements are computed from facts. The web translates their titles by `icon`. */
export const achievementIcons = [
  'first-post',
  'ten-posts',
  'verified',
  'well-rated',
  'followed',
  'one-year',
] as const;
export const achievementSchema = z.object({ icon: z.enum(achievementIcons), title: z.string() });
export type Achievement = z.infer<typeof achievementSchema>;

/**
 * Other people get nulls until they reveal the contact by a separate call, which is counted and logged. With `isHidden`
 * nobody can.
 */
export const contactInfoSchema = z.object({
  phone: z.nullable(z.string()),
  whatsapp: z.nullable(z.string()),
  email: z.nullable(z.string()),
  /** True when the owner hides the contact from everybody else. */
  isHidden: z.boolean(),
});
export type ContactInfo = z.infer<typeof contactInfoSchema>;

/** Fields that the person did not give are ''. A farmer's `businessName` is the name of the farm. */
const detailsSchema = {
  farmDetails: z.object({
    farmSize: z.string(),
    experience: z.string(),
    certifications: z.array(z.string()),
  }),
  businessDetails: z.object({ businessName: z.string(), specialization: z.string(), experience: z.string() }),
};

/**
 * A profile as logged-in users see it, except those whom the person has blocked. Times are ISO 8601 in UTC; the
 * rating is from 1 to 5, or 0 when there is none yet.
 */
export const profileSchema = z.object({
  _id: idSchema,
  username: z.string(),
  fullName: z.string(),
  userType: userTypeSchema,
  avatar: z.nullable(z.string()),
  coverImage: z.nullable(z.string()),
  bio: z.string(),
  majorProduct: z.string(),
  isVerified: z.boolean(),
  verifiedFor: verifiedForSchema,
  ...cautionFields,
  isOnline: z.boolean(),
  /** Null when the person was not seen since registration. */
  lastSeen: z.nullable(z.string()),
  createdAt: z.string(),
  joinedDate: z.string(),
  rating: z.number(),
  totalPosts: z.number(),
  socialStats: z.object({ rating: z.number(), totalReviews: z.number(), totalPosts: z.number() }),
  followersCount: z.number(),
  followingCount: z.number(),
  record: recordSchema,
  /** Deals that the person cancelled alone after money was paid or promised, and that are not settled. */
  openDisputes: z.number(),
  achievements: z.array(achievementSchema),
  ...detailsSchema,
  contactInfo: contactInfoSchema,
  address: addressSchema,
});

export const publicProfileSchema = z.extend(profileSchema, {
  isFollowing: z.boolean(),
  /** Whether the viewer blocked this person. A person who blocked the viewer has no profile for the viewer. */
  isBlocked: z.boolean(),
});
export type Profile = z.infer<typeof profileSchema>;
export type PublicProfile = z.infer<typeof publicProfileSchema>;

/** `aadhaarNumber` is masked, as `XXXX XXXX 1234`; '' when there is none. */
export const accountSchema = z.extend(profileSchema, {
  /** '' for an account that was opened with a mobile number, until it gets an address. */
  email: z.string(),
  isEmailVerified: z.boolean(),
  contact: z.string(),
  /** The number that the account logs in with by a code; '' if there is none. */
  provedNumber: z.string(),
  aadhaarNumber: z.string(),
  /** False for an account that was opened with Google or Facebook, until it gets a password. */
  hasPassword: z.boolean(),
  /** False after the first log-in with Google or Facebook, until the person gives role, contact and username. */
  isComplete: z.boolean(),
  /** Whether people without an account may read the posts and the name. It is a setting. */
  hasPublicPage: z.boolean(),
  /** Whether log-in also needs a code of an authenticator app. */
  hasSecondFactor: z.boolean(),
  /** The language of emails and pushes. Null until the user chooses one. */
  language: z.nullable(languageSchema),
  staffRole: z.nullable(z.enum(staffRoles)),
});
export type Account = z.infer<typeof accountSchema>;

/** Farmers send `farmDetails`, merchants may leave it out. */
export const profileEditSchema = z.object({
  fullName: fullNameSchema,
  majorProduct: optionalText(limits.majorProduct.max),
  bio: optionalText(limits.bio.max),
  contactInfo: z.object({
    phone: contactSchema,
    whatsapp: z._default(z.union([z.literal(''), contactSchema], say('contactInvalid')), ''),
  }),
  businessDetails: z.object({
    businessName: optionalText(),
    specialization: optionalText(),
    experience: optionalText(),
  }),
  farmDetails: z.optional(
    z.object({
      farmSize: optionalText(),
      certifications: z._default(
        z
          .array(requiredText('invalid', limits.certifications.maxLength))
          .check(z.maxLength(limits.certifications.max, say('certificationsTooMany'))),
        [],
      ),
    }),
  ),
});
export type ProfileEdit = z.infer<typeof profileEditSchema>;

/** The village is optional, because people in a city have none. */
export const addressEditSchema = z
  .object({ ...addressFields, village: optionalText(), pincode: optionalPincodeSchema })
  .check(districtIsOfState);
export type AddressEdit = z.infer<typeof addressEditSchema>;

/** An account without an address starts from this place. */
export const placeEditSchema = z
  .object({
    state: addressFields.state,
    district: addressFields.district,
    pincode: optionalPincodeSchema,
  })
  .check(districtIsOfState);
export type PlaceEdit = z.infer<typeof placeEditSchema>;

export const usernameParamsSchema = z.object({ username: requiredText('usernameRequired') });

const account = envelope(accountSchema);
const photo = {
  body: z.object({}),
  response: envelope(z.string()),
  limits: [{ name: 'profile-photos', points: 60, minutes: 60, by: 'member' }],
} as const;
const day = 24 * 60;
/** Users can look at their own contact as often as they want. */
const isOfOthers: CallLimit['isCounted'] = ({ params, username }) =>
  params['username']?.toLowerCase() !== username?.toLowerCase();
const contactReveals: CallLimit[] = [
  { name: 'contact-reveals', points: 30, minutes: day, by: 'member', isCounted: isOfOthers },
  { name: 'contact-reveals-of-address', points: 200, minutes: day, by: 'address', isCounted: isOfOthers },
];
/**
 * Contacts that an account may reveal in its first day. The server counts them itself, because a limit does not know
 * the account's age.
 */
export const revealsOfNewAccount = {
  name: 'contact-reveals-of-new-account',
  points: 5,
  minutes: day,
} as const;

export const profileEndpoints = {
  'GET /api/v1/users/profile': { response: account },
  'PATCH /api/v1/users/profile': { whenRestricted: 'closed', body: profileEditSchema, response: account },
  'PATCH /api/v1/users/avatar': { whenRestricted: 'closed', ...photo, files: { avatar: 1 } },
  'PATCH /api/v1/users/cover-image': { whenRestricted: 'closed', ...photo, files: { coverImage: 1 } },
  'PATCH /api/v1/address/update-address': {
    whenRestricted: 'closed',
    body: addressEditSchema,
    response: envelope(addressSchema),
  },
  /** Stores the place unless the account has an address, and returns the address. */
  'PUT /api/v1/address/place': {
    whenRestricted: 'open',
    body: placeEditSchema,
    response: envelope(addressSchema),
  },
  'GET /api/v1/users/user/:username': {
    params: usernameParamsSchema,
    response: envelope(publicProfileSchema),
  },
  /** Reveals the contact. Each call is counted and logged. */
  'POST /api/v1/users/user/:username/contact': {
    whenRestricted: 'open',
    params: usernameParamsSchema,
    response: envelope(contactInfoSchema),
    limits: contactReveals,
  },
} as const;
