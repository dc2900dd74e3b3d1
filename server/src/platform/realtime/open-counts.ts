export class OpenCounts {
  readonly #counts = new Map<string, number>();

  /** @returns a function that undoes it; undefined when a key is at its limit. */
  enter(bounds: readonly (readonly [key: string, most: number])[]): (() => void) | undefined {
    if (bounds.some(([key, most]) => (this.#counts.get(key) ?? 0) >= most)) return undefined;
    for (const [key] of bounds) this.#change(key, 1);
    let isOpen = true;
    return () => {
      if (isOpen) for (const [key] of bounds) this.#change(key, -1);
      isOpen = false;
    };
  }

  #change(key: string, by: 1 | -1): void {
    const count = (this.#counts.get(key) ?? 0) + by;
    if (count === 0) this.#counts.delete(key);
    else this.#counts.set(key, count);
  }
}
