import * as z from 'zod/mini';
import { addressFields, addressSchema, districtIsOfState } from './addresses.ts';
import { userTypeSchema } from './credentials.ts';
import { categories, priceUnits } from './crops.ts';
import { envelope } from './envelope.ts';
import { emptyAsAbsent, flagSchema, idSchema, optionalText, requiredText } from './fields.ts';
import { limits } from './limits.ts';
import { marketPriceSchema } from './market-prices.ts';
import { say, type FieldMessageKey } from './messages.ts';

function rupees(required: FieldMessageKey) {
  return z.pipe(
    z.pipe(
      z.transform((value: unknown) => (typeof value === 'number' ? String(value) : value)),
      z
        .string(required)
        .check(z.trim(), z.minLength(1, required), z.regex(/^\d{1,8}(\.\d{1,2})?$/, say('priceInvalid'))),
    ),
    z.transform(Number),
  );
}

/** PostgreSQL has no year 0, and nothing on sale was harvested before this century. */
function isOfOurTime(date: string): boolean {
  return date.startsWith('20');
}

/** 'Fresh, ORGANIC ,fresh' → ['fresh', 'organic']: trimmed, lower-cased, each once. */
export function normalizeTags(joined: string): string[] {
  return [...new Set(joined.split(',').map((tag) => tag.trim().toLowerCase()))].filter((tag) => tag !== '');
}

const tagsSchema = z.pipe(
  z.pipe(optionalText(limits.tags.max * (limits.tags.maxLength + 1)), z.transform(normalizeTags)),
  z.array(z.string()).check(
    z.maxLength(limits.tags.max, say('tagsTooMany')),
    // Said of the whole list: the form has one field for all tags.
    z.refine((tags) => tags.every((tag) => tag.length <= limits.tags.maxLength), say('tooLong')),
  ),
);

/** A choice from a list: nothing chosen and something unknown are told apart. */
function choice<const T extends readonly [string, ...string[]]>(
  options: T,
  required: FieldMessageKey,
  invalid: FieldMessageKey,
) {
  return z.enum(options, {
    error: ({ input }) => (input === undefined || input === '' ? required : invalid),
  });
}

/**
 * The text fields of a post, as multipart; the photographs travel beside them as `images`, repeated, in order.
 * The fields stand in the order in which a missing one is reported. `price` and `originalPrice` are rupees per
 * `priceUnit`; `tags` are comma-joined; `harvestDate` is YYYY-MM-DD. 'shelLife' and 'minorderQunatity' are
 * spelled as the published contract spells them.
 */
export const postFormSchema = z
  .object({
    title: requiredText('titleRequired', limits.title.max),
    description: requiredText('descriptionRequired', limits.description.max),
    price: rupees('priceRequired'),
    category: choice(categories, 'categoryRequired', 'categoryInvalid'),
    cropType: requiredText('cropTypeRequired'),
    quantity: requiredText('quantityRequired'),
    ...addressFields,
    shelLife: requiredText('shelfLifeRequired'),
    priceUnit: z._default(z.enum(priceUnits, say('priceUnitInvalid')), 'per kg'),
    originalPrice: emptyAsAbsent(rupees('priceInvalid')),
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
  .check(districtIsOfState);
export type PostForm = z.infer<typeof postFormSchema>;

/**
 * An edit: the whole form again. `imageOrder` lists what the gallery shall be, comma-joined: the URL of a picture
 * that stays, or `new` for the next of the uploaded `images`. Left out, the pictures stay as they are.
 */
export const postEditSchema = z.extend(postFormSchema, {
  imageOrder: z.optional(z.string(say('invalid')).check(z.maxLength(2000, say('tooLong')))),
});
export type PostEdit = z.infer<typeof postEditSchema>;

export const authorSchema = z.object({
  _id: idSchema,
  username: z.string(),
  fullName: z.string(),
  avatar: z.nullable(z.string()),
  userType: userTypeSchema,
  isVerified: z.boolean(),
  rating: z.number(),
  totalReviews: z.number(),
  createdAt: z.string(),
});
export type Author = z.infer<typeof authorSchema>;

/** Size in pixels as kept, and a thumbhash (base64) to paint before the picture comes. */
export const imageInfoSchema = z.object({ width: z.number(), height: z.number(), thumbhash: z.string() });
export type ImageInfo = z.infer<typeof imageInfoSchema>;

/** A post as every list and the detail page carry it. `imageInfo` runs beside `images`. Times are ISO 8601 in UTC. */
export const postSchema = z.object({
  _id: idSchema,
  title: z.string(),
  description: z.string(),
  /** Rupees per `priceUnit`. */
  price: z.number(),
  priceUnit: z.enum(priceUnits),
  /** Rupees per kilogram; null where the unit is no weight. */
  pricePerKg: z.nullable(z.number()),
  originalPrice: z.nullable(z.number()),
  quantity: z.string(),
  category: z.enum(categories),
  cropType: z.string(),
  tags: z.array(z.string()),
  images: z.array(z.string()),
  imageInfo: z.array(imageInfoSchema),
  location: addressSchema,
  isAvailable: z.boolean(),
  isOrganic: z.boolean(),
  isFeatured: z.boolean(),
  isLiked: z.boolean(),
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
  author: authorSchema,
  /** Of a mandi near the post; null where the crop is no commodity or none near enough reports it. */
  marketPrice: z.nullable(marketPriceSchema),
});
export type Post = z.infer<typeof postSchema>;

export const postParamsSchema = z.object({ postId: idSchema });
const postAnswer = envelope(postSchema);

export const postEndpoints = {
  /** Send an `idempotency-key` header (a UUID): the same key from the same person makes one post. */
  'POST /api/v1/post/create-post': {
    body: postFormSchema,
    files: { images: limits.image.perPost },
    response: postAnswer,
  },
  'GET /api/v1/post/:postId': { params: postParamsSchema, response: postAnswer },
  'PATCH /api/v1/post/:postId': {
    params: postParamsSchema,
    body: postEditSchema,
    files: { images: limits.image.perPost },
    response: postAnswer,
  },
  'DELETE /api/v1/post/:postId': { params: postParamsSchema, response: envelope(z.null()) },
  'PATCH /api/v1/post/:postId/availability': {
    params: postParamsSchema,
    body: z.object({ isAvailable: z.boolean(say('invalid')) }),
    response: postAnswer,
  },
} as const;
