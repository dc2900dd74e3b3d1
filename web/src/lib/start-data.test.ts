// @vitest-environment happy-dom
import { beforeEach, expect, it, vi } from 'vitest';

const session = '/api/v1/users/current-user';
const fetched = vi.fn<typeof fetch>();

async function start(data: string) {
  document.body.innerHTML = `<script type="application/json" id="start">${data}</script>`;
  vi.resetModules();
  return import('./api.ts');
}

beforeEach(() => {
  vi.useRealTimers();
  fetched.mockReset();
  fetched.mockImplementation(async () => Response.json({ success: true, data: 'from the network' }));
  vi.stubGlobal('fetch', fetched);
});

it('takes the first response from the HTML, and later ones from the network', async () => {
  const { api } = await start(JSON.stringify({ [session]: [200, { success: true, data: 'from the HTML' }] }));
  expect(await api('GET /api/v1/users/current-user')).toMatchObject({ data: 'from the HTML' });
  expect(fetched).not.toHaveBeenCalled();
  expect(await api('GET /api/v1/users/current-user')).toMatchObject({ data: 'from the network' });
});

it('fails like the call, without a request', async () => {
  const { api } = await start(
    JSON.stringify({ [session]: [401, { success: false, code: 'NOT_LOGGED_IN' }] }),
  );
  await expect(api('GET /api/v1/users/current-user')).rejects.toMatchObject({
    code: 'NOT_LOGGED_IN',
    status: 401,
  });
  expect(fetched).not.toHaveBeenCalled();
});

it('does not use data of a page that has been open for a while', async () => {
  vi.useFakeTimers();
  const { api } = await start(JSON.stringify({ [session]: [200, { success: true, data: 'old' }] }));
  vi.advanceTimersByTime(10_001);
  expect(await api('GET /api/v1/users/current-user')).toMatchObject({ data: 'from the network' });
});

it.each(['', '{', 'null'])('works with %j in the HTML', async (data) => {
  const { api } = await start(data);
  expect(await api('GET /api/v1/users/current-user')).toMatchObject({ data: 'from the network' });
});
