import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { loadTexts, useT } from '#i18n/locale.ts';
import { moduleQuery } from '#lib/use-loaded.ts';
import { toast } from '#ui/toast/toast.ts';

/**
 * Opens the conversation at the offer, also if the connection is lost after `load`, unless the user leaves the screen
 * before.
 */
export function useChatAfterOffer(username: string) {
  const t = useT('post-page');
  const navigate = useNavigate();
  const client = useQueryClient();
  const query = chatQuery(client, username);
  const { mutate, isPending } = useMutation({
    mutationFn: () => client.fetchQuery(query),
    networkMode: 'always',
  });
  return {
    isOpening: isPending,
    load: () => void client.prefetchQuery(query),
    open: () =>
      mutate(undefined, {
        onSuccess: () => void navigate({ to: '/chat/$userId', params: { userId: username } }),
        onError: () => toast.success(t('offerWaits')),
      }),
  };
}

/** Without a connection, these queries fail at once instead of waiting for it. */
const atOnce = { networkMode: 'always', retry: false } as const;

/** Loads the code and texts of the chat, because the router would reload the page if its code were missing. */
function chatQuery(client: QueryClient, username: string) {
  const load = async () => {
    await Promise.all([
      import('../chat.tsx'),
      import('#chat/messages/api.ts').then(({ roomQuery }) =>
        client.ensureQueryData({ ...roomQuery(client, username), ...atOnce }),
      ),
      loadTexts('errors'),
      loadTexts('chat'),
      loadTexts('deals'),
      loadTexts('offers'),
      loadTexts('post-page'),
      loadTexts('wanted'),
    ]);
    return true;
  };
  return { ...moduleQuery(`chat/${username}`, load), ...atOnce };
}
