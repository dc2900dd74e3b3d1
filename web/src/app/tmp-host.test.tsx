// @vitest-environment happy-dom
import { writeFileSync } from 'node:fs';
import { act, cleanup, screen } from '@testing-library/react';
import { it, vi } from 'vitest';
import { setLocale } from '#i18n/locale.ts';
import { loadTexts } from '#i18n/locale.ts';
import { renderPart, stubServer } from '../../test/stub-server.tsx';
import { contents } from '../../test/tmp-contents.ts';
import { renderHost } from './tmp-render-host.tsx';
import { notificationEvents } from '#notify/notifications/api.ts';

const { at, navigate } = vi.hoisted(() => ({ at: { pathname: '/', href: '/' }, navigate: vi.fn<(to: object) => Promise<void>>(async () => {}) }));
vi.mock('@tanstack/react-router', () => {
  const router = { state: { location: at }, navigate, buildLocation: () => ({ href: '-' }), history: { push: () => {} } };
  return { useRouter: () => router };
});
const keys = [['alerts'], ['comments', 'p1'], ['comments', 'p2'], ['post', 'p1'], ['post', 'p2'], ['posts', 'feed'], ['posts', 'own'], ['deals'], ['deals', 'list'], ['wanted', 'list'], ['session'], ['decisions', 'x1'], ['reviews'], ['profile', 'me'], ['notifications', 'unread'], ['notifications', 'list'], ['chat'], ['notifications', 'settings']];
it('dumps the toasts', async () => {
  const out: unknown[] = [];
  for (const locale of ['en', 'hi'] as const)
  for (const pathname of ['/', '/chat/x', '/settings', '/Notifications'])
  for (const list of [...(pathname === '/' || locale === 'en' ? contents.map((one) => [one]) : []), contents.slice(0, 2), contents.slice(0, 8), contents.filter((one) => one.kind === 'offer').slice(0, 4), [contents.find((one) => one.kind === 'offer'), contents[0]], contents.filter((one) => one.kind === 'upi')] as any[][]) {
    at.pathname = pathname;
    navigate.mockClear();
    const server = stubServer();
    server.succeed('GET /api/v1/notifications/unread', { count: 0 });
    await loadTexts('notifications'); await loadTexts('wanted'); await setLocale(locale);
    const client = renderPart(renderHost);
    for (const key of keys) client.setQueryData(key, 'x');
    await act(() => new Promise((done) => setTimeout(done, 30)));
    await act(async () => { for (const one of list) notificationEvents.set({ kind: 'arrived', notification: { _id: 'n', isRead: false, createdAt: '2020-01-01T00:00:00Z', ...one } as any }); });
    await act(() => new Promise((done) => setTimeout(done, 400)));
    const stale = keys.filter((key) => client.getQueryState(key)?.isInvalidated).map((key) => key.join('/'));
    const lis = [...document.querySelectorAll('[data-sonner-toast], li[data-type], li')];
    const toasts = lis.map((li) => [(li as HTMLElement).dataset.type, li.textContent]);
    const buttons = [...document.querySelectorAll('li button')] as HTMLElement[];
    for (const button of buttons) if (button.hasAttribute('data-action') || /View|देखें/.test(button.textContent ?? '')) { await act(async () => button.click()); }
    out.push({ locale, pathname, kinds: list.map((one) => one.kind), stale, toasts, status: document.querySelector('p[role=status]')?.textContent, to: navigate.mock.calls });
    cleanup();
    notificationEvents.set(undefined);
    document.body.innerHTML = '';
    const { toast } = await import('#ui/toast/toast.ts');
    void toast;
  }
  writeFileSync(process.env.GOLDEN ?? '/tmp/golden/web-host-old.json', JSON.stringify(out, null, 1));
}, 600000);
