import { describe, expect, it } from 'vitest';
import { parseSearch, stringifySearch } from '#app/search-params.ts';
import { activeFilters, changeFilters, clearFilters, readFilters, type Filters } from './filters.ts';

const full: Filters = {
  category: 'Grains',
  cropType: 'Wheat',
  state: 'Punjab',
  district: 'Ludhiana',
  priceRange: '200+',
  availability: 'sold-out',
  organic: 'true',
  following: 'true',
  near: 'Moga, Punjab',
  within: '100',
  sort: 'price-low',
  q: 'शरबती & co',
  verbatim: 'true',
};

describe('filters and the address bar', () => {
  it('are the same after a round trip', () => {
    expect(readFilters(parseSearch(stringifySearch({ ...full })))).toEqual(full);
  });

  it('treat texts that look like numbers as texts', () => {
    expect(readFilters(parseSearch(stringifySearch({ q: '1121' })))).toEqual({ q: '1121' });
  });

  it('leave out unknown, empty and default values', () => {
    const typed =
      '?category=Gold&sort=latest&availability=all&organic=maybe&following=1&priceRange=0-9&q=%20&verbatim=true&within=7&constructor=1';
    expect(readFilters(parseSearch(typed))).toEqual({});
  });

  it('ignore a district without its state', () => {
    expect(readFilters({ district: 'Ludhiana' })).toEqual({});
  });
});

describe('changeFilters', () => {
  it('resets the district with the state', () => {
    const changed = changeFilters(full, { state: 'Gujarat' });
    expect(changed.state).toBe('Gujarat');
    expect(changed.district).toBeUndefined();
    expect(changeFilters(full, { state: '' })).not.toHaveProperty('district');
  });

  it('resets the crop with the category', () => {
    expect(changeFilters(full, { category: 'Fruits' })).not.toHaveProperty('cropType');
  });

  it('changes nothing else', () => {
    expect(changeFilters(full, { district: 'Moga' })).toEqual({ ...full, district: 'Moga' });
    expect(changeFilters(full, { q: undefined })).not.toHaveProperty('q');
  });
});

describe('activeFilters', () => {
  it('leave out the order and the search, and clearing preserves them', () => {
    expect(activeFilters(full)).toEqual(Object.keys(full).slice(0, 10));
    const { sort, q, verbatim } = full;
    expect(clearFilters(full)).toEqual({ sort, q, verbatim });
  });
});
