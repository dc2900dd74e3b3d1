// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeQueryClient } from '#app/query-client.ts';
import { leaveSession } from '#people/users/session.ts';
import { renderPart, stubServer } from '../../../test/stub-server.tsx';
import { NotificationSettings } from './notification-settings.tsx';

const settings = 'GET /api/v1/notifications/settings';
const save = 'PATCH /api/v1/notifications/settings';
const subscribe = 'POST /api/v1/notifications/push';
const unsubscribe = 'DELETE /api/v1/notifications/push';
const pushKey = 'AQID';
const endpoint = 'https://push.example/1';
let server: ReturnType<typeof stubServer>;

class FakePush {
  permission: NotificationPermission = 'default';
  answer: NotificationPermission = 'granted';
  subscription: { endpoint: string; key: number[] } | undefined;
  registered: string[] = [];
  refusal: DOMException | undefined;
  shown: (() => void)[] = [];

  install(): void {
    const toSubscription = () =>
      this.subscription && {
        endpoint,
        options: { applicationServerKey: Uint8Array.from(this.subscription.key).buffer },
        toJSON: () => ({ endpoint, keys: { p256dh: 'p', auth: 'a' } }),
        unsubscribe: async () => {
          this.subscription = undefined;
          return true;
        },
      };
    const pushManager = {
      getSubscription: async () => toSubscription() ?? null,
      subscribe: async ({ applicationServerKey }: { applicationServerKey: Uint8Array }) => {
        if (this.refusal) throw this.refusal;
        this.subscription = { endpoint, key: [...applicationServerKey] };
        return toSubscription();
      },
    };
    const registration = {
      pushManager,
      getNotifications: async () => this.shown.map((close) => ({ close })),
    };
    vi.stubGlobal('PushManager', {});
    const asking = { requestPermission: async () => (this.permission = this.answer) };
    vi.stubGlobal(
      'Notification',
      Object.defineProperty(asking, 'permission', { get: () => this.permission }),
    );
    vi.stubGlobal('caches', {
      open: async () => ({ put: async (_: string, response: Response) => kept.push(await response.text()) }),
    });
    Object.defineProperty(navigator, 'serviceWorker', {
      configurable: true,
      value: {
        getRegistration: async () => (this.registered.length > 0 ? registration : undefined),
        register: async (url: string) => void this.registered.push(url),
        ready: Promise.resolve(registration),
      },
    });
  }
}

const kept: string[] = [];
let push: FakePush;
beforeEach(() => {
  vi.stubGlobal('isSecureContext', true);
  server = stubServer();
  kept.length = 0;
  push = new FakePush();
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, 'serviceWorker');
});

async function show(change: object = {}) {
  server.succeed(settings, { byEmail: true, isEmailVerified: true, pushKey, ...change });
  renderPart(() => (
    <NotificationSettings
      renderSearchesLink={() => null}
      renderVerifyLink={(label) => <a href="/settings">{label}</a>}
    />
  ));
  await screen.findByRole('switch', { name: 'Notifications by email' });
}
const byEmail = () => screen.getByRole<HTMLInputElement>('switch', { name: 'Notifications by email' });
const onDevice = () => screen.getByRole<HTMLInputElement>('switch', { name: 'Notifications on this device' });
const isReady = () => waitFor(() => expect(onDevice().disabled).toBe(false));
const calls = (key: string) => server.calls.filter((call) => call.key === key).map(({ body }) => body);

describe('by email', () => {
  it('is switched, and switched back when saving failed', async () => {
    server.succeed(save, { byEmail: false, isEmailVerified: true, pushKey });
    await show();
    await userEvent.click(byEmail());
    await waitFor(() => expect(calls(save)).toEqual([{ byEmail: false }]));
    await waitFor(() => expect(byEmail().checked).toBe(false));
    server.forget(save);
    server.loseConnection(save);
    await userEvent.click(byEmail());
    await screen.findByText('This setting could not be saved. Network error. Please check your connection.');
    expect(byEmail().checked).toBe(false);
  });

  it('needs a verified address, and links to the verification', async () => {
    await show({ isEmailVerified: false });
    expect([byEmail().disabled, byEmail().checked]).toEqual([true, false]);
    screen.getByText('Your email address is not verified yet.');
    expect(screen.getByRole('link').getAttribute('href')).toBe('/settings');
  });

  it('shows that the settings did not load', async () => {
    server.refuse(settings, 'UNEXPECTED');
    renderPart(() => <NotificationSettings renderSearchesLink={() => null} renderVerifyLink={() => null} />);
    await screen.findByText('The settings could not be loaded');
  });
});

it('SMS messages are not offered where they are impossible', async () => {
  await show();
  expect(screen.queryByRole('switch', { name: 'By SMS' })).toBeNull();
});

it('SMS messages are switched alone', async () => {
  await show({ canGetSms: true, bySms: false });
  server.succeed(save, { byEmail: true, bySms: true, canGetSms: true, isEmailVerified: true, pushKey });
  await userEvent.click(screen.getByRole('switch', { name: 'By SMS' }));
  await waitFor(() => expect(calls(save)).toEqual([{ bySms: true }]));
  expect(screen.getByRole<HTMLInputElement>('switch', { name: 'By SMS' }).checked).toBe(true);
});

describe('on this device', () => {
  it('explains that the browser does not support it', async () => {
    await show();
    await screen.findByText(/This browser cannot show notifications/);
    expect(onDevice().disabled).toBe(true);
  });

  it('explains that it needs https', async () => {
    vi.stubGlobal('isSecureContext', false);
    push.install();
    await show();
    await screen.findByText(/need a web address that starts with https/);
    expect(onDevice().disabled).toBe(true);
  });

  it('explains that the browser blocks it', async () => {
    push.permission = 'denied';
    push.install();
    await show();
    await screen.findByText(/Notifications from Upaj are blocked/);
    expect(onDevice().disabled).toBe(true);
  });

  it('requests the permission on the switch only, subscribes, and unsubscribes when switched off', async () => {
    push.install();
    server.succeed(subscribe);
    server.succeed(unsubscribe);
    await show();
    await isReady();
    expect([push.permission, push.registered]).toEqual(['default', []]);
    await userEvent.click(onDevice());
    await waitFor(() => expect(onDevice().checked).toBe(true));
    expect(push.registered).toEqual(['/sw.js']);
    expect(push.subscription?.key).toEqual([1, 2, 3]);
    expect(calls(subscribe)).toEqual([{ endpoint, keys: { p256dh: 'p', auth: 'a' } }]);
    expect(kept).toEqual(['en']);
    await isReady();
    await userEvent.click(onDevice());
    await waitFor(() => expect(onDevice().checked).toBe(false));
    expect(push.subscription).toBeUndefined();
    expect(calls(unsubscribe)).toEqual([{ endpoint }]);
  });

  it.each([
    ['denied', /Notifications from Upaj are blocked/],
    ['default', /Shown even when Upaj is closed/],
  ] as const)('is off when the permission is "%s"', async (answer, text) => {
    push.answer = answer;
    push.install();
    await show();
    await isReady();
    await userEvent.click(onDevice());
    await screen.findByText(text);
    expect([onDevice().checked, push.registered]).toEqual([false, []]);
  });

  it('is off when subscribing failed', async () => {
    push.install();
    server.loseConnection(subscribe);
    await show();
    await isReady();
    await userEvent.click(onDevice());
    await screen.findByText(/^Notifications on this device could not be changed. Network error/);
    expect([onDevice().checked, push.subscription]).toEqual([false, undefined]);
  });

  it('shows that the browser refused', async () => {
    push.install();
    push.refusal = new DOMException('Registration failed', 'AbortError');
    await show();
    await isReady();
    await userEvent.click(onDevice());
    await screen.findByText(
      /^Notifications on this device could not be changed. The browser did not allow it/,
    );
    expect(onDevice().checked).toBe(false);
  });

  it.each([
    ['on where it was, and subscribes again', [1, 2, 3], true],
    ['off where it was for another server key', [9], false],
  ] as const)('is %s', async (_, key, isOn) => {
    push.permission = 'granted';
    push.registered = ['/sw.js'];
    push.subscription = { endpoint, key: [...key] };
    push.install();
    server.succeed(subscribe);
    await show();
    await waitFor(() => expect([onDevice().disabled, onDevice().checked]).toEqual([false, isOn]));
    expect(calls(subscribe)).toHaveLength(isOn ? 1 : 0);
  });

  it('ends with the session', async () => {
    push.registered = ['/sw.js'];
    push.subscription = { endpoint, key: [1] };
    const close = vi.fn<() => void>();
    push.shown = [close, close];
    push.install();
    leaveSession(makeQueryClient());
    await waitFor(() => expect(push.subscription).toBeUndefined());
    expect(close).toHaveBeenCalledTimes(2);
  });
});
