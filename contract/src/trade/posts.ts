import * as z from 'zod/mini';
import { addressFields, addressSchema, districtIsOfState } from '../addresses.ts';
import { postPrice } from '../amounts.ts';
import { categories } from '../crops.ts';
import { recordSchema } from '../people/record.ts';
import { envelope } from '../envelope.ts';
import { say } from '../field-messages.ts';
import { choice, emptyAsAbsent, flagSchema, idSchema, optionalText, requiredText } from '../fields.ts';
import { limits } from '../limits.ts';
import { agreedPriceSchema, marketPriceSchema } from '../mandi/market-prices.ts';
import { cautionFields, verifiedForSchema } from '../people/checks.ts';
import { userTypeSchema } from '../people/credentials.ts';
import { postAmountsSchema } from './amounts.ts';
import { priceUnits } from './units.ts';
import { normalizeTags } from './tags.ts';

const originalPriceIsHigher = z.refine<{ price: number; originalPrice?: number | undefined }>(
  ({ price, originalPrice }) => originalPrice === undefined || originalPrice > price,
  {
    path: ['originalPrice'],
    error: say('originalPriceLow'),
    when: ({ value, issues }) => {
      const { price } = value as { price?: unknown };
      return typeof price === 'number' && !issues.some(({ path }) => path?.[0] === 'originalPrice');
    },
  },
);

/** Refuses years before this century, because nothing on sale was harvested then, and PostgreSQL has no year 0. */
function isOfOurTime(date: string): boolean {
  return date.startsWith('20');
}

const tagsSchema = z.pipe(
  z.pipe(optionalText(limits.tags.max * (limits.tags.maxLength + 1)), z.transform(normalizeTags)),
  z.array(z.string()).check(
    z.maxLength(limits.tags.max, say('tagsTooMany')),
    // A tag that is too long is an error of the whole field, because the form has one field for all tags.
    z.refine((tags) => tags.every((tag) => tag.length <= limits.tags.maxLength), say('tooLong')),
  ),
);

/**
 * Photos are sent as `images`, in order. Missing fields are reported in the order of this form. Prices are rupees per
 * `priceUnit`; `tags` are joined by commas; `harvestDate` is YYYY-MM-DD. 'shelLife' and 'minorderQunatity' are the
 * specification's spellings.
 */
export const postFormSchema = z
  .object({
    title: requiredText('titleRequired', limits.title.max),
    description: requiredText('descriptionRequired', limits.description.max),
    price: postPrice('priceRequired'),
    category: choice(categories, 'categoryRequired', 'categoryInvalid'),
    cropType: requiredText('cropTypeRequired'),
    quantity: requiredText('quantityRequired'),
    ...addressFields,
    shelLife: requiredText('shelfLifeRequired'),
    priceUnit: z._default(z.enum(priceUnits, say('priceUnitInvalid')), 'per kg'),
    originalPrice: emptyAsAbsent(postPrice('priceInvalid')),
    variety: optionalText(),
    harvestDate: emptyAsAbsent(
      z.iso.date(say('harvestDateInvalid')).check(z.refine(isOfOurTime, say('harvestDateInvalid'))),
    ),
    minorderQunatity: optionalText(),
    packaging: optionalText(),
    tags: tagsSchema,
    isOrganic: flagSchema,
    isFeatured: flagSchema,
  })
  .check(districtIsOfState, originalPriceIsHigher);
export type PostForm = z.infer<typeof postFormSchema>;

/**
 * `imageOrder` is the new gallery, joined by commas: the URL of a photo that stays, or `new` for the next of `images`.
 * Without it the photos stay. Without `quantity`, which accepted offers reduce, the quantity stays.
 */
export const postEditSchema = z
  .object({
    ...postFormSchema.shape,
    quantity: z.optional(postFormSchema.shape.quantity),
    imageOrder: z.optional(z.string(say('invalid')).check(z.maxLength(2000, say('tooLong')))),
  })
  .check(districtIsOfState, originalPriceIsHigher);
export type PostEdit = z.infer<typeof postEditSchema>;

export const authorSchema = z.object({
  _id: idSchema,
  username: z.string(),
  fullName: z.string(),
  avatar: z.nullable(z.string()),
  userType: userTypeSchema,
  isVerified: z.boolean(),
  verifiedFor: verifiedForSchema,
  ...cautionFields,
  rating: z.number(),
  totalReviews: z.number(),
  record: recordSchema,
  createdAt: z.string(),
});
export type Author = z.infer<typeof authorSchema>;

/** Sizes are in pixels; the thumbhash is base64. */
export const imageInfoSchema = z.object({ width: z.number(), height: z.number(), thumbhash: z.string() });
export type ImageInfo = z.infer<typeof imageInfoSchema>;

/** `imageInfo` has one entry for each of `images`. Times are ISO 8601 in UTC. */
export const postSchema = z.object({
  _id: idSchema,
  title: z.string(),
  description: z.string(),
  price: z.number(),
  priceUnit: z.enum(priceUnits),
  /** Rupees per kilogram; null when the unit is not a weight. */
  pricePerKg: z.nullable(z.number()),
  originalPrice: z.nullable(z.number()),
  quantity: z.string(),
  category: z.enum(categories),
  cropType: z.string(),
  /** The catalogue's id of the crop, or the folded name of a crop that is not in it. */
  cropKey: z.optional(z.string()),
  tags: z.array(z.string()),
  images: z.array(z.string()),
  imageInfo: z.array(imageInfoSchema),
  location: addressSchema,
  isAvailable: z.boolean(),
  isOrganic: z.boolean(),
  isFeatured: z.boolean(),
  isLiked: z.boolean(),
  /** Says whether the viewer saved the post, which nobody else can see. */
  isSaved: z.boolean(),
  /** True when a moderator or reports hid the post. Only the author gets it, and only with one post. */
  isHidden: z.optional(z.boolean()),
  /** Whether anyone may reveal the author's phone number. Only the response of one post has it. */
  isContactShown: z.optional(z.boolean()),
  /** Whether the post can be read without an account. Only the response of one post has it. */
  hasPublicPage: z.optional(z.boolean()),
  likesCount: z.number(),
  comments: z.number(),
  views: z.number(),
  createdAt: z.string(),
  specifications: z.object({
    variety: z.string(),
    harvestDate: z.nullable(z.string()),
    shelLife: z.string(),
    minorderQunatity: z.string(),
    packaging: z.string(),
  }),
  /** The texts as numbers, units and codes. Null until the server has read those of an older post. */
  amounts: z.optional(z.nullable(postAmountsSchema)),
  author: authorSchema,
  /** Null when mandis do not trade the crop, or when none nearby reports it. */
  marketPrice: z.nullable(marketPriceSchema),
  /** The latest agreed price of the crop in the district, at most 8 weeks old. Only the response of one post has it. */
  agreedPrice: z.optional(z.nullable(agreedPriceSchema)),
});
export type Post = z.infer<typeof postSchema>;

/** Lists add `distanceKm` from `near`, or from the viewer's district; null when a district is unknown. */
export const listedPostSchema = z.extend(postSchema, { distanceKm: z.nullable(z.number()) });
export type ListedPost = z.infer<typeof listedPostSchema>;

export const postParamsSchema = z.object({ postId: idSchema });
const postResponse = envelope(postSchema);

const upload = {
  files: { images: limits.image.perPost },
  response: postResponse,
  limits: [
    { name: 'post-tries', points: 300, minutes: 60, by: 'member' },
    { name: 'posts', points: 60, minutes: 60, by: 'member', countsOnlyAccepted: true },
  ],
} as const;

export const postEndpoints = {
  /** When a person repeats the header `idempotency-key` (a UUID), no second post is created. */
  'POST /api/v1/post/create-post': { whenRestricted: 'closed', ...upload, body: postFormSchema },
  'GET /api/v1/post/:postId': { params: postParamsSchema, response: postResponse },
  'PATCH /api/v1/post/:postId': {
    whenRestricted: 'closed',
    ...upload,
    params: postParamsSchema,
    body: postEditSchema,
  },
  'DELETE /api/v1/post/:postId': {
    whenRestricted: 'open',
    params: postParamsSchema,
    response: envelope(z.null()),
  },
  'PATCH /api/v1/post/:postId/availability': {
    whenRestricted: 'open',
    params: postParamsSchema,
    body: z.object({ isAvailable: z.boolean(say('invalid')) }),
    response: envelope(z.object({ isAvailable: z.boolean() })),
  },
} as const;
