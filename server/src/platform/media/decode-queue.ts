import { AppError } from '#src/platform/http/errors.ts';

/** These limits make a photo wait about a minute at most. */
const mostWaiting = { inAll: 200, perOwner: 10 };
const retryAfterSeconds = 30;

/** A photo of up to this many bytes of memory is light: one of 24 megapixels, as phones make them. */
const lightMemory = 24 * 1024 * 1024;
/** After so many ms of decoding an owner's photos count as heavy. After `halfLife` ms, half of it is forgotten. */
const lightTime = 4_000;
const halfLife = 20_000;
const rememberedOwners = 500;

/** A photo of so many bytes is decoded alone. */
export const aloneMemory = Infinity;

interface Job {
  owner: string;
  bytes: number;
  since: number;
  start(place: Place): void;
  refuse(error: AppError): void;
}

type Place = 'any' | 'light';

/**
 * Decodes one photo per owner and two at a time, first those of owners who used the decoder least. One place takes any
 * photo, the other only light ones of owners who did not use it much, so that these never wait for heavy ones.
 */
export function decodeQueue() {
  const waiting: Job[] = [];
  const busy = new Set<string>();
  const freePlaces = new Set<Place>(['light', 'any']);
  const used = new Map<string, { time: number; at: number }>();
  let isAlone = false;

  function usedBy(owner: string): number {
    const { time, at } = used.get(owner) ?? { time: 0, at: 0 };
    return time * 0.5 ** ((Date.now() - at) / halfLife);
  }

  function addUse(owner: string, time: number): void {
    used.set(owner, { time: usedBy(owner) + time, at: Date.now() });
    if (used.size <= rememberedOwners) return;
    for (const one of used.keys()) if (usedBy(one) < 1) used.delete(one);
  }

  const isLight = ({ owner, bytes }: Job) => bytes <= lightMemory && usedBy(owner) < lightTime;

  /** Waiting counts against use, so that everyone's turn comes. */
  const rank = ({ owner, since }: Job) => usedBy(owner) - (Date.now() - since);

  /** Starts the waiting photos that may be decoded now. */
  function next(): void {
    const alone = waiting.find(({ bytes }) => bytes === aloneMemory);
    if (alone && busy.size === 0) start(alone, 'any');
    if (alone || isAlone) return;
    for (const place of freePlaces) {
      const fitting = waiting.filter((job) => !busy.has(job.owner) && (place === 'any' || isLight(job)));
      const [job] = fitting.toSorted((a, b) => rank(a) - rank(b));
      if (job) start(job, place);
    }
  }

  function start(job: Job, place: Place): void {
    waiting.splice(waiting.indexOf(job), 1);
    busy.add(job.owner);
    isAlone = job.bytes === aloneMemory;
    freePlaces.delete(place);
    job.start(place);
  }

  /** If the queue is full, whoever has the most photos in it loses the last of them to owners with fewer. */
  function makeRoom(own: number): void {
    if (own >= mostWaiting.perOwner) throw tooBusy();
    if (waiting.length < mostWaiting.inAll) return;
    const byOwner = Map.groupBy(waiting, ({ owner }) => owner);
    const [most = []] = [...byOwner.values()].toSorted((a, b) => b.length - a.length);
    const last = most.at(-1);
    if (!last || most.length <= own + 1) throw tooBusy();
    waiting.splice(waiting.indexOf(last), 1);
    last.refuse(tooBusy());
  }

  return {
    async run<T>(owner: string, bytes: number, work: () => Promise<T>): Promise<T> {
      makeRoom(waiting.filter((job) => job.owner === owner).length);
      const place = await new Promise<Place>((start, refuse) => {
        waiting.push({ owner, bytes, since: Date.now(), start, refuse });
        next();
      });
      const startedAt = Date.now();
      try {
        return await work();
      } finally {
        addUse(owner, Date.now() - startedAt);
        busy.delete(owner);
        isAlone = false;
        freePlaces.add(place);
        next();
      }
    },
  };
}

const tooBusy = () => new AppError('TOO_BUSY', { retryAfterSeconds });
