/** Where this browser is pushed to, if its reader asked for it. */
export async function findPush(): Promise<PushSubscription | undefined> {
  // Missing on plain http, such as another computer's address.
  if (!('serviceWorker' in navigator)) return undefined;
  const registration = await navigator.serviceWorker.getRegistration('/');
  return (await registration?.pushManager?.getSubscription()) ?? undefined;
}

/** The next person at this phone shall not read what is pushed for this one. */
export async function endPush(): Promise<void> {
  const subscription = await findPush();
  await subscription?.unsubscribe();
}
