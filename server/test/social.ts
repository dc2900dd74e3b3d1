import { expect } from 'vitest';
import type { Provider } from '@upaj/contract/people/social-login';
import { startTestApp, type TestApp } from './app.ts';
import { TestClient } from './client.ts';
import { clientKeys, startOpenIdProvider, type Claims, type OpenIdProvider } from './openid-provider.ts';

/** The provider and the browser use this address; calls go to the test's port. */
export const site = 'http://localhost:3000';

export interface SocialApp {
  app: TestApp;
  openId: OpenIdProvider;
  stranger(): TestClient;
  addAtProvider(claims?: Claims): { id: string; email: string };
  begin(client: TestClient, provider?: Provider, next?: string): Promise<string>;
  comeBack(client: TestClient, url: string): Promise<string | null>;
  logIn(client: TestClient, personId: string, provider?: Provider, next?: string): Promise<string | null>;
  waysIn(email: string): Promise<string[]>;
  close(): Promise<void>;
}

/**
 * Starts an app with a real OpenID provider in place of Google and Facebook. @param options the app's public address,
 * and the web app
 */
export async function startSocialApp(
  options: { publicUrl: string; port: number; webDir: string } | undefined = undefined,
): Promise<SocialApp> {
  const { publicUrl = site, ...rest } = options ?? {};
  const openId = await startOpenIdProvider(publicUrl);
  const env = { providers: clientKeys, publicUrl, logLevel: 'info' };
  const app = await startTestApp({ ...rest, env, providerAddresses: openId.addresses });
  let count = 0;

  async function begin(client: TestClient, provider: Provider = 'google', next = '') {
    const call = { params: { provider }, body: { next } };
    return (await client.call('POST /api/v1/users/social/:provider', call)).data.url;
  }
  async function comeBack(client: TestClient, url: string) {
    expect(url.startsWith(`${site}/api/v1/auth/callback/`)).toBe(true);
    const { status, headers } = await client.fetch(url.slice(site.length));
    expect(status).toBe(302);
    return headers.get('location');
  }

  return {
    app,
    openId,
    stranger: () => new TestClient(app.url),
    addAtProvider(claims = {}) {
      count += 1;
      const id = `person-${count}`;
      const email = claims.email ?? `${id}@mail.example`;
      openId.people.set(id, { name: `Person ${count}`, email, email_verified: true, ...claims });
      return { id, email };
    },
    begin,
    comeBack,
    async logIn(client, personId, provider, next) {
      return comeBack(client, await openId.visit(await begin(client, provider, next), personId));
    },
    async waysIn(email) {
      const rows = await app.database.db
        .selectFrom('accounts')
        .innerJoin('users', 'users.id', 'accounts.user_id')
        .select('provider_id')
        .where('email', '=', email)
        .orderBy('provider_id')
        .execute();
      return rows.map(({ provider_id: id }) => id);
    },
    async close() {
      await app.close();
      await openId.close();
    },
  };
}
