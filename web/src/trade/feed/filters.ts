import type { Category } from '@upaj/contract/crops';
import type { Availability, PriceRange, Sort } from '@upaj/contract/trade/feed';
import { textGroup } from '#i18n/locale.ts';
import { toOptions, type SelectOption } from '#ui/select-field.tsx';

export interface Filters {
  category?: Category;
  cropType?: string;
  state?: string;
  district?: string;
  priceRange?: PriceRange;
  availability?: Exclude<Availability, 'all'>;
  organic?: 'true';
  following?: 'true';
  /** `near` is a place like 'Ludhiana, Punjab'. The default is the user's own district. */
  near?: string;
  within?: Distance;
  sort?: Exclude<Sort, 'latest'>;
  q?: string;
  verbatim?: 'true';
}

export type FilterName = keyof Filters;
export type FilterChange = { [Name in FilterName]?: string | undefined };

/** The distances are in kilometres. */
export const distances = ['25', '50', '100', '200', '500'] as const;
type Distance = (typeof distances)[number];

const wantedSorts: readonly string[] = ['latest', 'nearest', 'price-high'];

export function sortOptions(isWanted = false): SelectOption[] {
  const all = toOptions(textGroup('names', 'sorts'));
  return isWanted ? all.filter(({ value }) => wantedSorts.includes(value)) : all;
}

/** Reads the filters from the address and ignores unknown values and defaults. */
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
    near: text(search['near']),
    within: distances.find((distance) => distance === search['within']),
    sort: except('latest', oneOf(textGroup('names', 'sorts'), search['sort'])),
    q: text(search['q']),
    verbatim: text(search['q']) && search['verbatim'] === 'true' ? 'true' : undefined,
  });
}

/** A new state resets the district, and a new category the crop. */
export function changeFilters(filters: Filters, change: FilterChange): Filters {
  return readFilters({
    ...filters,
    ...('state' in change && { district: undefined }),
    ...('category' in change && { cropType: undefined }),
    ...change,
  });
}

/** Clears the filters, but keeps the search and the order. */
export function clearFilters({ sort, q, verbatim }: Filters): Filters {
  return readFilters({ sort, q, verbatim });
}

const preserved = ['sort', 'q', 'verbatim'] as const;
export type ActiveFilter = Exclude<FilterName, (typeof preserved)[number]>;

export function activeFilters(filters: Filters): ActiveFilter[] {
  const names = Object.keys(readFilters({ ...filters })) as FilterName[];
  return names.filter((name): name is ActiveFilter => !preserved.includes(name as never));
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
