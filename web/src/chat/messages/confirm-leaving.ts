import type { QueryClient } from '@tanstack/react-query';
import { loadTexts } from '#i18n/locale.ts';
import { confirm } from '#ui/confirm.tsx';
import { openOutbox } from './conversations.ts';

/** Before a log-out, which takes messages that have not gone out from the device: their writer has to know. */
export async function confirmLeaving(client: QueryClient, userId: string): Promise<boolean> {
  const unsent = await openOutbox(client, userId).count();
  if (unsent === 0) return true;
  const texts = await loadTexts('chat');
  return confirm({
    title: texts.unsent(unsent),
    text: texts.unsentText,
    action: texts.leaveAnyway,
    isDangerous: true,
  });
}
