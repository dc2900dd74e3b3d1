import type { Query, QueryClient } from '@tanstack/react-query';
import type { Account } from '@upaj/contract/people/profiles';
import { chatUsersQuery, roomQuery } from '#chat/messages/api.ts';
import { dealQuery, dealsQuery } from '#deals/deals/api.ts';
import { loadSlipLanguages } from '#deals/slip/slip-lines.ts';
import { offersQuery } from '#deals/offers/api.ts';
import { purchasesQuery } from '#deals/overview/api.ts';
import { cropsQuery } from '#i18n/crop-names.ts';
import { getLocale } from '#i18n/locale.ts';
import { deviceTexts } from '#lib/storage.ts';
import { alertsQuery } from '#mandi/alerts/api.ts';
import { joinLocation } from '#mandi/market-page/location.ts';
import { overviewQuery } from '#mandi/market-page/overview.ts';
import { notificationsQuery } from '#notify/notifications/api.ts';
import { chosenPlaceOf, placeOf } from '#people/place/place.ts';
import { feedQuery } from '#trade/feed/api.ts';
import { cropsFilters, nearChosen } from '#trade/feed/near-first.ts';
import { ownPostsQuery } from '#trade/posts/api.ts';
import { savedPostsQuery } from '#trade/saves/api.ts';
import { wantedListQuery } from '#trade/wanted/api.ts';

const key = 'upaj-filled';
/** In ms. The screens are filled once in this time. */
const often = 12 * 60 * 60_000;
/** So many of the latest conversations are stored before they are opened. */
const mostRooms = 8;

/** Loads what the tabs show first, so that they open without a connection also before they were opened with one. */
export async function fillStore(
  client: QueryClient,
  user: Account,
  store: () => Promise<void>,
): Promise<void> {
  const [ownerId, filledAt] = (deviceTexts.read(key) ?? '').split(' ');
  if (ownerId === user._id && Date.now() - Number(filledAt) < often) return;
  const chosen = chosenPlaceOf(user);
  const locale = getLocale();
  const lists = [
    feedQuery(nearChosen(cropsFilters({}, placeOf(user)), chosen)),
    feedQuery({}),
    ownPostsQuery(),
    savedPostsQuery,
    wantedListQuery({}),
    offersQuery({}),
    notificationsQuery,
  ];
  // One after the other, because the user may meanwhile open a screen on a slow connection.
  await client.fetchQuery(overviewQuery(chosen && joinLocation(chosen), locale));
  const deals = await client.fetchInfiniteQuery(dealsQuery(undefined));
  const [listed] = deals.pages;
  for (const deal of listed?.data ?? []) put(client, dealQuery(deal._id), deal);
  // The texts in the second language are stored when they are fetched.
  if (listed?.data.length) await loadSlipLanguages(locale);
  const chats = await client.fetchInfiniteQuery(chatUsersQuery('', user._id));
  for (const { username } of chats.pages[0]?.users.slice(0, mostRooms) ?? [])
    await client.fetchQuery(roomQuery(client, username));
  for (const query of lists) await client.fetchInfiniteQuery(query as never);
  for (const query of [alertsQuery, purchasesQuery, cropsQuery]) await client.fetchQuery(query as never);
  await store();
  deviceTexts.write(key, `${user._id} ${Date.now()}`);
}

/** Reading a deal would mark its notifications as read, so that of the list is stored. */
function put(client: QueryClient, options: ReturnType<typeof dealQuery>, deal: object): void {
  const query: Query = client.getQueryCache().build(client, client.defaultQueryOptions(options as never));
  if (query.state.data === undefined) query.setData(deal, { updatedAt: Date.now(), manual: true });
}
