/** Where this browser is pushed to, if its reader asked for it. */
export async function findPush(): Promise<PushSubscription | undefined> {
  return (await (await findWorker())?.pushManager?.getSubscription()) ?? undefined;
}

/** The next person at this phone shall not read what is pushed for this one, nor what was before. */
export async function endPush(): Promise<void> {
  const worker = await findWorker();
  try {
    for (const shown of (await worker?.getNotifications()) ?? []) shown.close();
  } finally {
    await (await worker?.pushManager?.getSubscription())?.unsubscribe();
  }
}

async function findWorker(): Promise<ServiceWorkerRegistration | undefined> {
  // Missing on plain http, such as another computer's address.
  return 'serviceWorker' in navigator ? navigator.serviceWorker.getRegistration('/') : undefined;
}
