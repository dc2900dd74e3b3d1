/** Processes report their users every few seconds; when one falls silent, its users go offline. */
export class Presence {
  readonly #publish: (watcherId: string, onlineIds: string[]) => void;
  readonly #sockets = new Map<string, number>();
  readonly #elsewhere = new Map<string, { ids: Set<string>; reportedAt: number }>();
  readonly #watched = new Map<string, Set<string>>();
  readonly #watchers = new Map<string, Set<string>>();

  constructor(publish: (watcherId: string, onlineIds: string[]) => void) {
    this.#publish = publish;
  }

  isOnline(userId: string): boolean {
    if (this.#sockets.has(userId)) return true;
    return [...this.#elsewhere.values()].some(({ ids }) => ids.has(userId));
  }

  localIds(): string[] {
    return [...this.#sockets.keys()];
  }

  enter(userId: string): boolean {
    const count = this.#sockets.get(userId) ?? 0;
    const wasOnline = this.isOnline(userId);
    this.#sockets.set(userId, count + 1);
    if (!wasOnline) this.#publishPresence(userId);
    return count === 0;
  }

  leave(userId: string): boolean {
    const count = this.#sockets.get(userId) ?? 0;
    if (count > 1) {
      this.#sockets.set(userId, count - 1);
      return false;
    }
    this.#sockets.delete(userId);
    for (const id of this.#watched.get(userId) ?? []) this.#watchers.get(id)?.delete(userId);
    this.#watched.delete(userId);
    if (!this.isOnline(userId)) this.#publishPresence(userId);
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
    this.#watchers.get(otherId)?.delete(userId);
    if (isKnown && this.isOnline(otherId)) this.#publish(userId, this.onlineFor(userId));
  }

  onlineFor(userId: string): string[] {
    return [...(this.#watched.get(userId) ?? [])].filter((id) => this.isOnline(id));
  }

  updateProcess(processId: string, ids: readonly string[], now: number): void {
    this.#change(processId, { ids: new Set(ids), reportedAt: now });
  }

  updateUser(processId: string, userId: string, isOnline: boolean, now: number): void {
    const ids = new Set(this.#elsewhere.get(processId)?.ids);
    if (isOnline) ids.add(userId);
    else ids.delete(userId);
    this.#change(processId, { ids, reportedAt: now });
  }

  removeSilent(since: number): void {
    for (const [processId, { reportedAt }] of this.#elsewhere)
      if (reportedAt < since) this.#change(processId);
  }

  #change(processId: string, next?: { ids: Set<string>; reportedAt: number }): void {
    const before = this.#elsewhere.get(processId)?.ids ?? new Set<string>();
    const after = next?.ids ?? new Set<string>();
    const candidates = [...before, ...after].filter((id) => before.has(id) !== after.has(id));
    const wasOnline = new Map(candidates.map((id) => [id, this.isOnline(id)]));
    if (next) this.#elsewhere.set(processId, next);
    else this.#elsewhere.delete(processId);
    const changed = candidates.filter((id) => this.isOnline(id) !== wasOnline.get(id));
    const recipients = new Set(changed.flatMap((id) => [...(this.#watchers.get(id) ?? [])]));
    for (const watcherId of recipients) this.#publish(watcherId, this.onlineFor(watcherId));
  }

  #publishPresence(userId: string): void {
    for (const watcherId of this.#watchers.get(userId) ?? []) {
      this.#publish(watcherId, this.onlineFor(watcherId));
    }
  }
}
