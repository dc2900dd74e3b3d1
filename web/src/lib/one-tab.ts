/** In ms. Browsers respond at once whether a lock is free, but some do not respond at all. */
const patience = 4_000;
/** In ms. Another tab may be sending photos on a slow line, but a phone may also freeze the tab that has the lock. */
const longest = 60_000;

/**
 * Lets one tab work at a time, as far as the browser does: pages on plain http have no locks, and the work does not wait
 * for ever for a lock.
 */
export async function inOneTab(name: string, work: () => Promise<void>, stop: AbortSignal): Promise<void> {
  const locks = typeof navigator === 'undefined' ? undefined : (navigator as Partial<Navigator>).locks;
  let outcome = locks ? await workWithLock(locks, name, { ifAvailable: true }, patience, work) : 'no lock';
  if (locks && outcome === 'taken')
    outcome = await workWithLock(locks, name, { signal: stop }, longest, work);
  if (outcome !== 'done' && !stop.aborted) await work();
}

function workWithLock(
  locks: LockManager,
  name: string,
  options: LockOptions,
  limit: number,
  work: () => Promise<void>,
): Promise<'done' | 'taken' | 'no lock'> {
  return new Promise((resolve, reject) => {
    let isOver = false;
    const giveUp = () => {
      isOver = true;
      resolve('no lock');
    };
    const timer = setTimeout(giveUp, limit);
    const onAnswer = async (lock: Lock | null) => {
      clearTimeout(timer);
      if (isOver) return;
      if (!lock) return resolve('taken');
      await work().then(() => resolve('done'), reject);
    };
    locks.request(name, options, onAnswer).catch(giveUp);
  });
}
