/** Limits an LRU cache to `count` entries. Its option `max` allocates memory for all of them at once. */
export const atMost = (count: number) => ({ maxSize: count, sizeCalculation: () => 1 });
