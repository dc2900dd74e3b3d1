import { appealPath } from '@upaj/contract/moderation/appeals';
import type { CompleteAccount } from '@upaj/contract/people/complete-account';
import type { Provider, SocialError } from '@upaj/contract/people/social-login';
import type { OutboxService } from '#src/notify/outbox/service.ts';
import { isDuplicate } from '#src/platform/db/errors.ts';
import { AppError, fieldError, invalidField } from '#src/platform/http/errors.ts';
import { refuseNames } from '#src/people/names/rules.ts';
import { suggestUsername } from '#src/people/names/usernames.ts';
import type { Origin } from '#src/people/devices/service.ts';
import type { Auth } from './auth.ts';
import { mayAppeal } from './providers.ts';
import type { SocialStore } from './store.ts';

interface Redirection {
  url: string;
  cookies: string[];
}

interface SocialDeps {
  /** Loads Better Auth, which takes 0.3 s. */
  openAuth(): Promise<Pick<Auth, 'handler'> & { api: Pick<Auth['api'], 'signInSocial'> }>;
  store: SocialStore;
  publicUrl: string;
  setUp: readonly string[];
  invalidateUser(userId: string): void;
  outbox: Pick<OutboxService, 'nudge'>;
}

const mostSuggested = 8;

export function socialService({ openAuth, store, publicUrl, setUp, invalidateUser, outbox }: SocialDeps) {
  const toLogin = (query: Record<string, string>) => `${publicUrl}/login?${new URLSearchParams(query)}`;

  return {
    isSetUp: (provider: Provider) => setUp.includes(provider),

    async start(provider: Provider, next: string, headers: Headers): Promise<Redirection> {
      if (!setUp.includes(provider)) throw new AppError('PROVIDER_NOT_SET_UP');
      const auth = await openAuth();
      const { headers: responseHeaders, response } = await auth.api.signInSocial({
        body: {
          provider,
          callbackURL: publicUrl + (next || '/'),
          errorCallbackURL: next ? toLogin({ next }) : `${publicUrl}/login`,
          disableRedirect: true,
        },
        headers,
        returnHeaders: true,
      });
      return { url: String(response.url), cookies: responseHeaders.getSetCookie() };
    },

    async finish(path: string, headers: Headers): Promise<Redirection & { error?: string }> {
      const auth = await openAuth();
      const providerResponse = await auth.handler(new Request(publicUrl + path, { headers }));
      const cookies = providerResponse.headers.getSetCookie();
      const location = providerResponse.headers.get('location') ?? '';
      const url = URL.canParse(location, publicUrl) ? new URL(location, publicUrl) : undefined;
      if (providerResponse.status !== 302 || url?.origin !== publicUrl)
        return {
          url: toLogin({ error: 'failed' }),
          cookies: [],
          error: `answered ${providerResponse.status}`,
        };
      const error = url.pathname === '/login' ? url.searchParams.get('error') : null;
      if (error === null) return { url: url.href, cookies };
      if (error === mayAppeal) {
        const token = encodeURIComponent(url.searchParams.get('error_description') ?? '');
        return { url: publicUrl + appealPath(token), cookies, error };
      }
      const next = url.searchParams.get('next');
      return { url: toLogin({ ...(next && { next }), error: reasonOf(error) }), cookies, error };
    },

    async complete(userId: string, form: CompleteAccount, origin: Origin): Promise<void> {
      refuseNames(form);
      const contact = (await store.findProvedNumber(userId)) ?? form.contact;
      if (!contact) throw invalidField('contact', 'contactRequired');
      for (let tries = 0; ; tries += 1) {
        const username = form.username ?? suggestUsername(form.fullName, tries);
        try {
          await store.complete(userId, { ...form, contact, username }, origin);
          break;
        } catch (error) {
          if (!isDuplicate(error)) throw error;
          if (form.username !== undefined || tries >= mostSuggested)
            throw new AppError('USERNAME_TAKEN', { fields: [fieldError('username', 'usernameTaken')] });
        }
      }
      invalidateUser(userId);
      outbox.nudge();
    },
  };
}

export type SocialService = ReturnType<typeof socialService>;

const reasons: Record<string, SocialError> = {
  access_denied: 'refused',
  state_mismatch: 'expired',
  state_not_found: 'expired',
  state_invalid: 'expired',
  no_code: 'expired',
  invalid_code: 'expired',
  email_not_found: 'no-email',
  account_not_linked: 'not-linked',
  account_suspended: 'suspended',
  oauth_provider_not_found: 'not-set-up',
};

function reasonOf(error: string): SocialError {
  return Object.hasOwn(reasons, error) ? (reasons[error] ?? 'failed') : 'failed';
}
