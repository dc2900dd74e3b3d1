export async function findPush(): Promise<PushSubscription | undefined> {
  return (await (await findWorker())?.pushManager?.getSubscription()) ?? undefined;
}

/** Ends pushes to this browser, because they must not reach the next user of the phone. */
export async function endPush(): Promise<void> {
  const worker = await findWorker();
  try {
    for (const shown of (await worker?.getNotifications()) ?? []) shown.close();
  } finally {
    await (await worker?.pushManager?.getSubscription())?.unsubscribe();
  }
}

async function findWorker(): Promise<ServiceWorkerRegistration | undefined> {
  // Browsers have no service workers on plain http, such as the address of another computer.
  return 'serviceWorker' in navigator ? navigator.serviceWorker.getRegistration('/') : undefined;
}
