import type { Category } from '@upaj/contract/crops';
import type { Availability, PriceRange, Sort } from '@upaj/contract/trade/feed';
import { textGroup } from '#i18n/locale.ts';

export interface Filters {
  category?: Category;
  cropType?: string;
  state?: string;
  district?: string;
  priceRange?: PriceRange;
  availability?: Exclude<Availability, 'all'>;
  organic?: 'true';
  following?: 'true';
  sort?: Exclude<Sort, 'latest'>;
  q?: string;
}

export type FilterName = keyof Filters;

/** Ignores unknown values and defaults in the address. */
export function readFilters(search: Record<string, unknown>): Filters {
  const state = text(search['state']);
  return dropAbsent({
    category: oneOf(textGroup('names', 'category'), search['category']),
    cropType: text(search['cropType']),
    state,
    district: state && text(search['district']),
    priceRange: oneOf(textGroup('names', 'priceRanges'), search['priceRange']),
    availability: except('all', oneOf(textGroup('names', 'availabilities'), search['availability'])),
    organic: search['organic'] === 'true' ? 'true' : undefined,
    following: search['following'] === 'true' ? 'true' : undefined,
    sort: except('latest', oneOf(textGroup('names', 'sorts'), search['sort'])),
    q: text(search['q']),
  });
}

/** A new state resets the district, and a new category the crop. */
export function changeFilters(
  filters: Filters,
  change: { [Name in FilterName]?: string | undefined },
): Filters {
  return readFilters({
    ...filters,
    ...('state' in change && { district: undefined }),
    ...('category' in change && { cropType: undefined }),
    ...change,
  });
}

export function clearFilters({ sort }: Filters): Filters {
  return sort ? { sort } : {};
}

export function activeFilters(filters: Filters): Exclude<FilterName, 'sort'>[] {
  return (Object.keys(readFilters({ ...filters })) as FilterName[]).filter((name) => name !== 'sort');
}

function text(value: unknown): string | undefined {
  return (typeof value === 'string' && value.trim().slice(0, 100)) || undefined;
}

function oneOf<T extends string>(choices: Readonly<Record<T, string>>, value: unknown): T | undefined {
  return typeof value === 'string' && Object.hasOwn(choices, value) ? (value as T) : undefined;
}

function except<T extends string, D extends T>(standard: D, value: T | undefined): Exclude<T, D> | undefined {
  return value === standard ? undefined : (value as Exclude<T, D> | undefined);
}

function dropAbsent(filters: { [Name in FilterName]: Filters[Name] | undefined }): Filters {
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined));
}
