import type { Place } from '#src/platform/places/place-names.ts';
import type { Cursor, ListSort } from './cursor.ts';

/** What a search adds to a list's filter. */
export interface SearchFilter {
  /** Any of these. */
  cropKeys?: readonly string[];
  /** After a few posts of `cropKeys` come other posts with these words. */
  otherwise?: readonly string[];
  state?: string;
  district?: string;
  /** Any of these; without a district the whole state. */
  places?: readonly { state: string; district?: string }[];
  /** All of these. */
  words?: readonly string[];
}

/** Without unused fields, so that equal filters have equal JSON. */
export interface ListFilter extends SearchFilter {
  authorId?: string;
  /** Any of these. */
  authorIds?: readonly string[];
  isOwn?: boolean;
  followerId?: string;
  category?: string;
  exceptCropKeys?: readonly string[];
  /** Also the origin of the sort by distance. */
  near?: Place;
  withinKm?: number;
  isAvailable?: boolean;
  isOrganic?: boolean;
  /** Rupees, both inclusive; no upper bound without `to`. */
  price?: { from: number; to?: number };
}

export interface ListRequest {
  filter: ListFilter;
  sort: ListSort;
  cursor: Cursor | undefined;
  limit: number;
}
