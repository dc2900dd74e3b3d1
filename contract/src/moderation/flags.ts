import * as z from 'zod/mini';
import { idSchema } from '../fields.ts';
import { badgeParts } from '../people/checks.ts';

export const flagRules = [
  'price-above',
  'price-below',
  'same-photo',
  'same-text',
  'removed-copy',
  'phone-in-title',
  'words',
  'same-device',
  'same-address',
  'closed-circle',
  'former-account',
  'same-aadhaar',
  'badge-changed',
] as const;
export type FlagRule = (typeof flagRules)[number];

/** What a new account has in common with one that was deleted. All of it is only claimed. */
export const sharedDetails = ['aadhaar', 'phone', 'email'] as const;

/** These rules find accounts that may belong to one person. */
export const linkRules = ['same-device', 'same-address'] as const satisfies readonly FlagRule[];

const common = {
  _id: idSchema,
  createdAt: z.string(),
  /** At most five posts or accounts with which this one was compared. `postId` is null for an account. */
  related: z.array(z.object({ username: z.string(), postId: z.nullable(idSchema), title: z.string() })),
};
const price = {
  ...common,
  /** The larger of the two prices divided by the smaller one. */
  times: z.number(),
  /** The id of the crop in the catalogue, and the mandi's district. */
  crop: z.string(),
  district: z.string(),
  /** Rupees per quintal. */
  modalPrice: z.number(),
};
/** `accounts` counts the other accounts that the rule found, such as those with the same photo. */
const accounts = { ...common, accounts: z.number() };

/** What a rule found about a post or a person, with the values that the text of the flag shows. */
export const flagSchema = z.discriminatedUnion('rule', [
  z.object({ rule: z.literal('price-above'), ...price }),
  z.object({ rule: z.literal('price-below'), ...price }),
  z.object({ rule: z.literal('same-photo'), ...accounts }),
  z.object({ rule: z.literal('same-text'), ...accounts }),
  z.object({ rule: z.literal('removed-copy'), ...common }),
  z.object({ rule: z.literal('phone-in-title'), ...common }),
  z.object({ rule: z.literal('words'), ...common, words: z.array(z.string()) }),
  z.object({ rule: z.literal('same-device'), ...accounts }),
  z.object({ rule: z.literal('same-address'), ...accounts, hours: z.number() }),
  z.object({ rule: z.literal('closed-circle'), ...accounts, deals: z.number(), days: z.number() }),
  z.object({
    rule: z.literal('former-account'),
    ...common,
    by: z.array(z.enum(sharedDetails)),
    /** The latest case of the former account. */
    caseId: z.nullable(idSchema),
  }),
  z.object({ rule: z.literal('same-aadhaar'), ...accounts }),
  /** A verified person changed these since the badge was given. */
  z.object({ rule: z.literal('badge-changed'), ...common, changed: z.array(z.enum(badgeParts)) }),
]);
export type Flag = z.infer<typeof flagSchema>;
