import * as z from 'zod/mini';
import { addressFields, addressSchema, districtIsOfState } from '../addresses.ts';
import { recordSchema } from './record.ts';
import { envelope } from '../envelope.ts';
import { say } from '../field-messages.ts';
import { idSchema, optionalPincodeSchema, optionalText, requiredText } from '../fields.ts';
import { limits } from '../limits.ts';
import type { CallLimit } from '../rate-limits.ts';
import { verifiedForSchema } from './checks.ts';
import { contactSchema, fullNameSchema, userTypeSchema } from './credentials.ts';
import { languageSchema } from './language.ts';
import { staffRoles } from './staff-roles.ts';

/** Computed from facts. The web translates titles by `icon`. */
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
 * Others see nulls until they reveal them by a separate call, which is counted and logged. Never revealed
 * when `isHidden`.
 */
export const contactInfoSchema = z.object({
  phone: z.nullable(z.string()),
  whatsapp: z.nullable(z.string()),
  email: z.nullable(z.string()),
  /** From everybody but the owner. */
  isHidden: z.boolean(),
});
export type ContactInfo = z.infer<typeof contactInfoSchema>;

/** '' when not given. A farmer's `businessName` is the farm's name. */
const detailsSchema = {
  farmDetails: z.object({
    farmSize: z.string(),
    experience: z.string(),
    certifications: z.array(z.string()),
  }),
  businessDetails: z.object({ businessName: z.string(), specialization: z.string(), experience: z.string() }),
};

/** Everybody who is logged in sees it. Times are ISO 8601 in UTC; rating is 0 (none yet) to 5. */
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
  isOnline: z.boolean(),
  /** Null for never since registration. */
  lastSeen: z.nullable(z.string()),
  createdAt: z.string(),
  joinedDate: z.string(),
  rating: z.number(),
  totalPosts: z.number(),
  socialStats: z.object({ rating: z.number(), totalReviews: z.number(), totalPosts: z.number() }),
  followersCount: z.number(),
  followingCount: z.number(),
  record: recordSchema,
  achievements: z.array(achievementSchema),
  ...detailsSchema,
  contactInfo: contactInfoSchema,
  address: addressSchema,
});

export const publicProfileSchema = z.extend(profileSchema, {
  isFollowing: z.boolean(),
  /** By the viewer. Blocked people get no profile at all. */
  isBlocked: z.boolean(),
});
export type Profile = z.infer<typeof profileSchema>;
export type PublicProfile = z.infer<typeof publicProfileSchema>;

/** `aadhaarNumber` is masked: `XXXX XXXX 1234`; '' if there is none. */
export const accountSchema = z.extend(profileSchema, {
  email: z.string(),
  isEmailVerified: z.boolean(),
  contact: z.string(),
  aadhaarNumber: z.string(),
  /** False when opened with Google or Facebook, until one is set. */
  hasPassword: z.boolean(),
  /** False after a first log-in with Google or Facebook, until role, contact and username are given. */
  isComplete: z.boolean(),
  /** People without an account may read the posts and the name; set in the settings. */
  hasPublicPage: z.boolean(),
  /** Log-in also needs a code of an authenticator app. */
  hasSecondFactor: z.boolean(),
  /** Emails and pushes are in this language. It is null until one is chosen. */
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

/** People in a city have no village. */
export const addressEditSchema = z
  .object({ ...addressFields, village: optionalText(), pincode: optionalPincodeSchema })
  .check(districtIsOfState);
export type AddressEdit = z.infer<typeof addressEditSchema>;

/** The place that an account without an address starts from. */
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
/** Their own does not count. */
const isOfOthers: CallLimit['isCounted'] = ({ params, username }) =>
  params['username']?.toLowerCase() !== username?.toLowerCase();
const contactReveals: CallLimit[] = [
  { name: 'contact-reveals', points: 30, minutes: day, by: 'member', isCounted: isOfOthers },
  { name: 'contact-reveals-of-address', points: 200, minutes: day, by: 'address', isCounted: isOfOthers },
];
/** In an account's first day. The server counts it. */
export const revealsOfNewAccount = {
  name: 'contact-reveals-of-new-account',
  points: 5,
  minutes: day,
} as const;

export const profileEndpoints = {
  'GET /api/v1/users/profile': { response: account },
  'PATCH /api/v1/users/profile': { body: profileEditSchema, response: account },
  'PATCH /api/v1/users/avatar': { ...photo, files: { avatar: 1 } },
  'PATCH /api/v1/users/cover-image': { ...photo, files: { coverImage: 1 } },
  'PATCH /api/v1/address/update-address': { body: addressEditSchema, response: envelope(addressSchema) },
  /** Changes nothing where the account has an address. Returns the address. */
  'PUT /api/v1/address/place': { body: placeEditSchema, response: envelope(addressSchema) },
  'GET /api/v1/users/user/:username': {
    params: usernameParamsSchema,
    response: envelope(publicProfileSchema),
  },
  /** Counted and logged. */
  'POST /api/v1/users/user/:username/contact': {
    params: usernameParamsSchema,
    response: envelope(contactInfoSchema),
    limits: contactReveals,
  },
} as const;
