import type { FeedQuery } from './feed.ts';

/**
 * Saved searches leave these fields out. New posts are always available, and posts of followed people have their own
 * notifications.
 */
const unsaved = ['cursor', 'limit', 'sort', 'availability', 'following'] as const;

export type SavedQuery = Partial<Omit<FeedQuery, (typeof unsaved)[number]>>;

/** Leaves out fields that the feed does not use and sorts the rest, so that equal searches have equal JSON. */
export function savedQueryOf(query: Readonly<Record<string, unknown>>): SavedQuery {
  const { district, near, verbatim, ...others } = query;
  const used = {
    ...others,
    district: query['state'] === undefined ? undefined : district,
    near: query['within'] === undefined ? undefined : near,
    verbatim: query['q'] === undefined ? undefined : verbatim,
  };
  const fields = Object.entries(used).filter(
    ([name, value]) =>
      !unsaved.some((one) => one === name) && value !== undefined && value !== '' && value !== 'false',
  );
  return Object.fromEntries(fields.sort(([a], [b]) => (a < b ? -1 : 1)));
}

interface QueryNames {
  crop: (cropType: string) => string;
  place: (english: string) => string;
  category: (category: NonNullable<SavedQuery['category']>) => string;
  price: (range: NonNullable<SavedQuery['priceRange']>) => string;
  organic: string;
  within: (values: { km: number; place: string }) => string;
}

/** Describes a search in words: 'Onion · Nashik · up to ₹50'. */
export function describeQuery(query: SavedQuery, names: QueryNames): string {
  const { q, cropType, category, state, district, near = '', within, priceRange, organic } = query;
  const place = district ?? state;
  const goods = cropType ? names.crop(cropType) : category && names.category(category);
  const parts = [
    q && `“${q}”`,
    goods,
    place && names.place(place),
    within && names.within({ km: within, place: names.place(near.replace(/, [^,]*$/, '')) }),
    priceRange && names.price(priceRange),
    organic && names.organic,
  ];
  return parts.filter(Boolean).join(' · ');
}
