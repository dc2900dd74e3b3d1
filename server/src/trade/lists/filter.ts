import type { Place } from '#src/platform/places/place-names.ts';
import type { Cursor, ListSort } from './cursor.ts';

/** The fields that a search adds to the filter of a list. */
export interface SearchFilter {
  /** Selects posts of one of these crops. */
  cropKeys?: readonly string[];
  category?: string;
  /**
   * Posts of other crops are also selected if they have all of these words. The feed lists them only when at most a
   * page of posts has one of the crops.
   */
  otherwise?: readonly string[];
  state?: string;
  district?: string;
  /** Selects posts in one of these places. A place without a district is the whole state. */
  places?: readonly { state: string; district?: string }[];
  /** Selects posts that have all of these words. */
  words?: readonly string[];
}

/** A filter has only the fields that are used, so that equal filters have equal JSON. */
export interface ListFilter extends SearchFilter {
  authorId?: string;
  /** Selects posts by one of these authors. */
  authorIds?: readonly string[];
  isOwn?: boolean;
  followerId?: string;
  exceptCropKeys?: readonly string[];
  /** The place that `withinKm` and the sort by distance start from. */
  near?: Place;
  withinKm?: number;
  isAvailable?: boolean;
  isOrganic?: boolean;
  /** Prices are in rupees, both bounds inclusive; without `to` there is no upper bound. */
  price?: { from: number; to?: number };
}

export interface ListRequest {
  filter: ListFilter;
  sort: ListSort;
  cursor: Cursor | undefined;
  limit: number;
}
