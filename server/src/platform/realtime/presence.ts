/** Knows which users are online, here and in other processes, and which of them each local user watches. */
export class Presence {
  readonly #publish: (watcherId: string, onlineIds: string[]) => void;
  readonly #sockets = new Map<string, number>();
  readonly #elsewhere = new Map<string, Set<string>>();
  readonly #watched = new Map<string, Set<string>>();
  readonly #watchers = new Map<string, Set<string>>();

  constructor(publish: (watcherId: string, onlineIds: string[]) => void) {
    this.#publish = publish;
  }

  isOnline(userId: string): boolean {
    if (this.#sockets.has(userId)) return true;
    for (const ids of this.#elsewhere.values()) if (ids.has(userId)) return true;
    return false;
  }

  localIds(): string[] {
    return [...this.#sockets.keys()];
  }

  /** @returns whether it is the user's first socket in this process */
  enter(userId: string): boolean {
    const count = this.#sockets.get(userId) ?? 0;
    this.#change([userId], () => this.#sockets.set(userId, count + 1));
    return count === 0;
  }

  /** @returns whether it was the user's last socket in this process */
  leave(userId: string): boolean {
    const count = this.#sockets.get(userId) ?? 0;
    if (count > 1) {
      this.#sockets.set(userId, count - 1);
      return false;
    }
    for (const id of this.#watched.get(userId) ?? []) this.#removeWatcher(id, userId);
    this.#watched.delete(userId);
    this.#change([userId], () => this.#sockets.delete(userId));
    return true;
  }

  watch(userId: string, otherIds: readonly string[]): void {
    if (!this.#sockets.has(userId)) return;
    const watched = this.#watched.get(userId) ?? new Set();
    this.#watched.set(userId, watched);
    for (const id of otherIds) {
      watched.add(id);
      const watchers = this.#watchers.get(id) ?? new Set();
      this.#watchers.set(id, watchers.add(userId));
    }
  }

  unwatch(userId: string, otherId: string): void {
    const isKnown = this.#watched.get(userId)?.delete(otherId);
    this.#removeWatcher(otherId, userId);
    if (isKnown && this.isOnline(otherId)) this.#publish(userId, this.onlineFor(userId));
  }

  onlineFor(userId: string): string[] {
    return [...(this.#watched.get(userId) ?? [])].filter((id) => this.isOnline(id));
  }

  setElsewhere(processId: string, ids: readonly string[]): void {
    const before = this.#elsewhere.get(processId) ?? [];
    this.#change([...before, ...ids], () => this.#elsewhere.set(processId, new Set(ids)));
  }

  changeElsewhere(processId: string, came: readonly string[], left: readonly string[]): void {
    const ids = this.#elsewhere.get(processId) ?? new Set();
    this.#change([...came, ...left], () => {
      for (const id of came) ids.add(id);
      for (const id of left) ids.delete(id);
      this.#elsewhere.set(processId, ids);
    });
  }

  removeElsewhere(processId: string): void {
    const before = this.#elsewhere.get(processId) ?? [];
    this.#change([...before], () => this.#elsewhere.delete(processId));
  }

  #change(ids: readonly string[], change: () => void): void {
    const wasOnline = new Map(ids.map((id) => [id, this.isOnline(id)]));
    change();
    const recipients = new Set<string>();
    for (const [id, was] of wasOnline)
      if (this.isOnline(id) !== was)
        for (const watcherId of this.#watchers.get(id) ?? []) recipients.add(watcherId);
    for (const watcherId of recipients) this.#publish(watcherId, this.onlineFor(watcherId));
  }

  #removeWatcher(userId: string, watcherId: string): void {
    const watchers = this.#watchers.get(userId);
    watchers?.delete(watcherId);
    if (watchers?.size === 0) this.#watchers.delete(userId);
  }
}
