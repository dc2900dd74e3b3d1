// @vitest-environment happy-dom
import { QueryClient } from '@tanstack/react-query';
import { endpoints } from '@upaj/contract/endpoints';
import { expect, it, vi } from 'vitest';
import { readRows } from './screen.ts';
import { screens } from './screens.ts';

const rows = readRows(screens).map(({ path, calls = [] }) => ({ path, calls }));

it.each(rows.filter(({ calls }) => calls.length > 0))(
  'the HTML of $path carries responses of calls that exist',
  ({ calls }) => {
    const keys = Object.keys(endpoints).map((key) => key.replaceAll(/:\w+/g, '$'));
    for (const call of calls) {
      const [address = ''] = call.split('?');
      expect(keys).toContain(`GET ${address.replaceAll(/\$\w+/g, '$')}`);
    }
  },
);
it('the first render has these responses', async () => {
  const page = { nextCursor: null, total: 0 };
  const envelope = { success: true, data: 'found', user: {}, users: [], messages: [], page };
  const urls = [
    '/api/v1/post/p1',
    '/api/v1/post/current-posts',
    '/api/market/overview?lang=hi',
    '/api/v1/market/rates/r1',
    '/api/v1/market/rates/r1/history?days=30',
    '/api/v1/messages/users',
    '/api/v1/messages/anita?limit=40&markSeen=false',
  ];
  const start = Object.fromEntries(urls.map((url) => [url, [200, envelope]]));
  document.body.innerHTML = `<script type="application/json" id="start">${JSON.stringify(start)}</script>`;
  vi.resetModules();
  const posts = await import('#trade/posts/api.ts');
  const rates = await import('#mandi/rates/api.ts');
  const chat = await import('#chat/messages/api.ts');
  const { overviewQuery } = await import('#mandi/market-page/overview.ts');
  const client = new QueryClient();
  const queries = [
    posts.postQuery(client, 'p1'),
    posts.ownPostsQuery(),
    overviewQuery(undefined, 'hi'),
    rates.rateQuery('r1'),
    rates.historyQuery('r1', '30'),
    chat.chatUsersQuery('', 'u1'),
    chat.roomQuery(client, 'anita'),
  ];
  const found = queries.map(({ initialData }) => (initialData as () => unknown)());
  expect(found).toEqual(found.map(() => expect.anything()));
  const shapes = urls.map((url) =>
    url.replace('p1', '$postId').replace('r1', '$rateId').replace('anita', '$userId'),
  );
  const wanted = rows.flatMap(({ calls }) => calls).map((call) => call.replace('$lang', 'hi'));
  // These calls are prefetched elsewhere: the feed's by the router, and the profile's by its query.
  const elsewhere = ['/api/v1/post/feed', '/api/v1/post/feed?sort=$order', '/api/v1/users/user/$username'];
  expect(new Set([...shapes, ...elsewhere])).toEqual(new Set(wanted));
});
