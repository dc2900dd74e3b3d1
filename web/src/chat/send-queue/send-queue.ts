import type { Message } from '@upaj/contract/chat/messages';
import type { Offer } from '@upaj/contract/deals/offers';
import { inOneTab } from '#lib/one-tab.ts';
import { makeSignal, useSignal, type Signal } from '#lib/signal.ts';
import { openQueueStore, type Outgoing, type QueueStore } from './queue-store.ts';
import { judgeFailure, sendMessage, sendOffer } from './send.ts';

interface Hooks {
  /** Called before the message leaves the send queue, so that it never disappears from the screen. */
  onSent: (message: Message) => void;
  onOfferSent: (offer: Offer, receiverId: string) => Promise<void>;
  onRefused: (item: Outgoing) => void;
  onLoggedOut: () => void;
}

export interface SendQueueState {
  items: readonly Outgoing[];
  /** How much (0…1) is sent of the photos that this tab sends, by client id. */
  progress: Readonly<Record<string, number>>;
  /** The people to whom nothing is sent for a while, because of the rate limit. */
  heldFor: ReadonlySet<string>;
}

const wait = { first: 2_000, most: 30_000 };

/**
 * Sends messages in order within a conversation, and stores them until the server confirms them. All tabs show them, and a
 * lock lets one tab send.
 */
export class SendQueue {
  readonly state: Signal<SendQueueState> = makeSignal<SendQueueState>({
    items: [],
    progress: {},
    heldFor: new Set(),
  });
  readonly #userId: string;
  readonly #hooks: Hooks;
  readonly #store: QueueStore;
  readonly #channel: BroadcastChannel | undefined;
  readonly #stop = new AbortController();
  readonly #busy = new Set<string>();
  readonly #timers = new Map<string, ReturnType<typeof setTimeout>>();
  readonly #failures = new Map<string, number>();
  /** Messages that are being written to the store: a read may not see them yet. */
  readonly #arriving = new Map<string, Outgoing>();
  readonly #gone = new Set<string>();
  #lastAt = 0;

  constructor(userId: string, hooks: Hooks, store: QueueStore = openQueueStore(userId)) {
    this.#userId = userId;
    this.#hooks = hooks;
    this.#store = store;
    if (typeof BroadcastChannel !== 'undefined') {
      this.#channel = new BroadcastChannel(`upaj-outbox/${userId}`);
      // Every tab tries to send, because the one that wrote the message may be closed. The lock makes the others wait.
      this.#channel.onmessage = () => void this.#reload().then(() => this.#drainAll());
    }
  }

  async add(draft: Omit<Outgoing, 'createdAt' | 'failure'>): Promise<void> {
    // Messages are ordered by their times, so these must differ.
    this.#lastAt = Math.max(Date.now(), this.#lastAt + 1);
    const item: Outgoing = { ...draft, createdAt: new Date(this.#lastAt).toISOString() };
    this.#change({ items: [...this.state.get().items, item] });
    this.#arriving.set(item.clientId, item);
    await this.#store.write(item);
    this.#arriving.delete(item.clientId);
    this.#tellTabs();
    this.#drain(item.receiverId);
  }

  async retry(clientId: string): Promise<void> {
    const item = await this.#store.read(clientId);
    if (!item) return;
    const { failure, ...waiting } = item;
    // The post that the message was about was deleted meanwhile.
    if (failure?.code === 'POST_NOT_FOUND') waiting.post = null;
    if (failure?.code === 'WANTED_NOT_FOUND') waiting.wanted = null;
    await this.#store.write(waiting);
    await this.#reload();
    this.#tellTabs();
    this.#drain(item.receiverId);
  }

  async remove(clientId: string): Promise<void> {
    await this.#drop(clientId);
  }

  async count(): Promise<number> {
    await this.#reload();
    return this.state.get().items.length;
  }

  async wake(): Promise<void> {
    await this.#reload();
    this.#failures.clear();
    const { heldFor } = this.state.get();
    for (const [receiverId, timer] of this.#timers) {
      // For these people, the server named the time of the next try.
      if (heldFor.has(receiverId)) continue;
      clearTimeout(timer);
      this.#timers.delete(receiverId);
    }
    this.#drainAll();
  }

  close(): void {
    this.#stop.abort();
    this.#channel?.close();
    for (const timer of this.#timers.values()) clearTimeout(timer);
  }

  #drainAll(): void {
    for (const receiverId of new Set(this.state.get().items.map((item) => item.receiverId))) {
      if (!this.#timers.has(receiverId)) this.#drain(receiverId);
    }
  }

  #drain(receiverId: string): void {
    clearTimeout(this.#timers.get(receiverId));
    this.#timers.delete(receiverId);
    if (this.#busy.has(receiverId) || this.#stop.signal.aborted) return;
    this.#busy.add(receiverId);
    const name = `upaj-outbox/${this.#userId}/${receiverId}`;
    // Where a browser lets two tabs work, the client id prevents duplicates.
    inOneTab(name, () => this.#sendAll(receiverId), this.#stop.signal)
      .catch(() => undefined)
      .finally(() => {
        this.#busy.delete(receiverId);
        const isLeft = this.#waiting(this.state.get().items, receiverId).length > 0;
        if (isLeft && !this.#timers.has(receiverId)) this.#drain(receiverId);
      });
  }

  async #sendAll(receiverId: string): Promise<void> {
    for (;;) {
      if (this.#stop.signal.aborted) return;
      const [item] = this.#waiting(await this.#store.readAll(), receiverId).filter(
        ({ clientId }) => !this.#gone.has(clientId),
      );
      if (!item) return this.#reload();
      if (!(await this.#sendOne(item))) return;
    }
  }

  async #sendOne(item: Outgoing): Promise<boolean> {
    const { clientId, receiverId } = item;
    try {
      if (item.offer) {
        const offer = await sendOffer(item.offer, clientId, this.#stop.signal);
        await this.#hooks.onOfferSent(offer, receiverId);
      } else {
        const message = await sendMessage(item, (sent) => this.#progress(clientId, sent), this.#stop.signal);
        this.#hooks.onSent(message);
      }
      await this.#drop(clientId);
      this.#failures.delete(receiverId);
      this.#hold(receiverId, false);
      return true;
    } catch (error) {
      if (this.#stop.signal.aborted) return false;
      const outcome = judgeFailure(error, item.offer !== undefined);
      if (outcome.kind === 'refused') {
        const { kind: _, ...failure } = outcome;
        const failed = { ...item, failure };
        // The user may have discarded the message meanwhile.
        if (await this.#store.read(clientId)) await this.#store.write(failed);
        await this.#reload();
        this.#tellTabs();
        this.#hooks.onRefused(failed);
        return true;
      }
      if (outcome.kind === 'loggedOut') this.#hooks.onLoggedOut();
      const { after, isTooFast = false } = outcome.kind === 'later' ? outcome : {};
      this.#hold(receiverId, isTooFast);
      this.#drainLater(receiverId, after);
      return false;
    } finally {
      this.#progress(clientId, undefined);
    }
  }

  #drainLater(receiverId: string, after: number | undefined): void {
    const failures = this.#failures.get(receiverId) ?? 0;
    this.#failures.set(receiverId, failures + 1);
    const delay = after ?? Math.min(wait.most, wait.first * 2 ** failures);
    clearTimeout(this.#timers.get(receiverId));
    this.#timers.set(
      receiverId,
      setTimeout(() => this.#drain(receiverId), delay),
    );
  }

  #waiting(items: readonly Outgoing[], receiverId: string): Outgoing[] {
    return items.filter((item) => item.receiverId === receiverId && !item.failure);
  }

  async #drop(clientId: string): Promise<void> {
    this.#gone.add(clientId);
    this.#change({ items: this.state.get().items.filter((item) => item.clientId !== clientId) });
    await this.#store.drop(clientId);
    this.#tellTabs();
  }

  async #reload(): Promise<void> {
    const read = (await this.#store.readAll()).filter(({ clientId }) => !this.#arriving.has(clientId));
    const items = [...read, ...this.#arriving.values()].filter(({ clientId }) => !this.#gone.has(clientId));
    this.#lastAt = Math.max(this.#lastAt, ...items.map(({ createdAt }) => Date.parse(createdAt)));
    this.#change({ items });
  }

  #progress(clientId: string, sent: number | undefined): void {
    const { [clientId]: _, ...others } = this.state.get().progress;
    this.#change({ progress: sent === undefined ? others : { ...others, [clientId]: sent } });
  }

  #hold(receiverId: string, isHeld: boolean): void {
    const heldFor = new Set(this.state.get().heldFor);
    if (heldFor.has(receiverId) === isHeld) return;
    if (isHeld) heldFor.add(receiverId);
    else heldFor.delete(receiverId);
    this.#change({ heldFor });
  }

  #change(change: Partial<SendQueueState>): void {
    this.state.set({ ...this.state.get(), ...change });
  }

  #tellTabs(): void {
    this.#channel?.postMessage(null);
  }
}

export function useSendQueue(queue: SendQueue, receiverId: string | undefined) {
  const { items, progress, heldFor } = useSignal(queue.state);
  return {
    items: items.filter((item) => item.receiverId === receiverId),
    progress,
    isHeld: receiverId !== undefined && heldFor.has(receiverId),
  };
}
