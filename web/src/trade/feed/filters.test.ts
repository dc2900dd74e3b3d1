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
  sort: 'price-low',
  q: 'शरबती & co',
};

describe('filters and the address bar', () => {
  it('come back from the address as they went into it', () => {
    expect(readFilters(parseSearch(stringifySearch({ ...full })))).toEqual(full);
  });

  it('keep texts that look like numbers as texts', () => {
    expect(readFilters(parseSearch(stringifySearch({ q: '1121' })))).toEqual({ q: '1121' });
  });

  it('leave out what is unknown, empty, or the default', () => {
    const typed =
      '?category=Gold&sort=latest&availability=all&organic=maybe&following=1&priceRange=0-9&q=%20&constructor=1';
    expect(readFilters(parseSearch(typed))).toEqual({});
  });

  it('do not take a district without its state', () => {
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

  it('leaves everything else as it was', () => {
    expect(changeFilters(full, { district: 'Moga' })).toEqual({ ...full, district: 'Moga' });
    expect(changeFilters(full, { q: undefined })).not.toHaveProperty('q');
  });
});

describe('activeFilters', () => {
  it('do not count the order, and clearing keeps it', () => {
    expect(activeFilters(full)).not.toContain('sort');
    expect(activeFilters(full)).toHaveLength(9);
    expect(clearFilters(full)).toEqual({ sort: 'price-low' });
  });
});
