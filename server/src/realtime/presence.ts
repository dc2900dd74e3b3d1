/**
 * Who is online, and who is told of it. A person with several sockets, in tabs or on devices, counts once. Other
 * processes tell of theirs every few seconds; one that falls silent takes its people with it.
 */
export class Presence {
  readonly #tell: (watcherId: string, onlineIds: string[]) => void;
  readonly #sockets = new Map<string, number>();
  /** Online elsewhere, by process. */
  readonly #elsewhere = new Map<string, { ids: Set<string>; toldAt: number }>();
  /** Whom each person connected here wants to know about, and the same the other way round. */
  readonly #watched = new Map<string, Set<string>>();
  readonly #watchers = new Map<string, Set<string>>();

  /** @param tell sends a person here the ids that are online of those they watch. */
  constructor(tell: (watcherId: string, onlineIds: string[]) => void) {
    this.#tell = tell;
  }

  isOnline(userId: string): boolean {
    if (this.#sockets.has(userId)) return true;
    return [...this.#elsewhere.values()].some(({ ids }) => ids.has(userId));
  }

  /** Everybody with a socket in this process. */
  localIds(): string[] {
    return [...this.#sockets.keys()];
  }

  /** A socket opened. @returns whether it is the person's first one here. */
  enter(userId: string): boolean {
    const count = this.#sockets.get(userId) ?? 0;
    const wasOnline = this.isOnline(userId);
    this.#sockets.set(userId, count + 1);
    if (!wasOnline) this.#tellOf(userId);
    return count === 0;
  }

  /** A socket closed. @returns whether it was the person's last one here. */
  leave(userId: string): boolean {
    const count = this.#sockets.get(userId) ?? 0;
    if (count > 1) {
      this.#sockets.set(userId, count - 1);
      return false;
    }
    this.#sockets.delete(userId);
    for (const id of this.#watched.get(userId) ?? []) this.#watchers.get(id)?.delete(userId);
    this.#watched.delete(userId);
    if (!this.isOnline(userId)) this.#tellOf(userId);
    return true;
  }

  /** From now on this person, who is connected here, is told of these people, too. */
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

  /** From now on this person is told of that one no more. */
  unwatch(userId: string, otherId: string): void {
    const isKnown = this.#watched.get(userId)?.delete(otherId);
    this.#watchers.get(otherId)?.delete(userId);
    if (isKnown && this.isOnline(otherId)) this.#tell(userId, this.onlineFor(userId));
  }

  onlineFor(userId: string): string[] {
    return [...(this.#watched.get(userId) ?? [])].filter((id) => this.isOnline(id));
  }

  /** Another process told who is online there. */
  hear(processId: string, ids: readonly string[], now: number): void {
    this.#change(processId, { ids: new Set(ids), toldAt: now });
  }

  /** Somebody came or went in another process. */
  hearChange(processId: string, userId: string, isOnline: boolean, now: number): void {
    const ids = new Set(this.#elsewhere.get(processId)?.ids);
    if (isOnline) ids.add(userId);
    else ids.delete(userId);
    this.#change(processId, { ids, toldAt: now });
  }

  /** Forgets processes that have not been heard of since. */
  forgetSilent(since: number): void {
    for (const [processId, { toldAt }] of this.#elsewhere) if (toldAt < since) this.#change(processId);
  }

  #change(processId: string, next?: { ids: Set<string>; toldAt: number }): void {
    const before = this.#elsewhere.get(processId)?.ids ?? new Set<string>();
    const after = next?.ids ?? new Set<string>();
    const candidates = [...before, ...after].filter((id) => before.has(id) !== after.has(id));
    const wasOnline = new Map(candidates.map((id) => [id, this.isOnline(id)]));
    if (next) this.#elsewhere.set(processId, next);
    else this.#elsewhere.delete(processId);
    const changed = candidates.filter((id) => this.isOnline(id) !== wasOnline.get(id));
    const told = new Set(changed.flatMap((id) => [...(this.#watchers.get(id) ?? [])]));
    for (const watcherId of told) this.#tell(watcherId, this.onlineFor(watcherId));
  }

  #tellOf(userId: string): void {
    for (const watcherId of this.#watchers.get(userId) ?? []) {
      this.#tell(watcherId, this.onlineFor(watcherId));
    }
  }
}
