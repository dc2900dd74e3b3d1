import { QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import { errors, type ErrorCode } from '@upaj/contract/errors';
import type { FieldMessageKey } from '@upaj/contract/field-messages';
import { fieldMessages, messageOf } from './texts.ts';
import type { Account } from '@upaj/contract/people/profiles';
import type { ReactNode } from 'react';
import { vi } from 'vitest';
import { makeQueryClient } from '#app/query-client.ts';
import { currentUserQuery } from '#people/users/session.ts';
import { ConfirmHost } from '#ui/confirm.tsx';
import { ToastHost } from '#ui/toast/toast-host.tsx';

type Answer = () => Response | Promise<Response>;

interface Refusal {
  fields?: Record<string, FieldMessageKey>;
  headers?: Record<string, string>;
}

/**
 * Stubs `fetch` to respond to calls, named 'METHOD /path', with prepared responses. The last response of a call
 * repeats.
 */
export function stubServer() {
  const calls: { key: string; body: unknown }[] = [];
  const answers = new Map<string, Answer[]>();
  vi.stubGlobal('fetch', async (url: string, { method = 'GET', body }: RequestInit = {}) => {
    const key = `${method} ${url}`;
    calls.push({ key, body: body === undefined ? undefined : JSON.parse(String(body)) });
    const queue = answers.get(key);
    const answer = queue && queue.length > 1 ? queue.shift() : queue?.[0];
    if (!answer) throw new Error(`No answer is prepared for ${key}`);
    return answer();
  });
  const give = (key: string, answer: Answer) => {
    answers.set(key, [...(answers.get(key) ?? []), answer]);
  };
  return {
    calls,
    give,
    succeed: (key: string, data: unknown = null, more: object = {}) =>
      give(key, () => Response.json({ statusCode: 200, success: true, message: '', data, ...more })),
    refuse: (key: string, code: ErrorCode, { fields = {}, headers = {} }: Refusal = {}) => {
      const { status } = errors[code];
      const marked = Object.entries(fields).map(([field, name]) => ({
        field,
        key: name,
        message: fieldMessages[name],
      }));
      const body = {
        statusCode: status,
        success: false,
        code,
        message: messageOf(code),
        errors: marked,
        requestId: 'r',
      };
      give(key, () => Response.json(body, { status, headers }));
    },
    loseConnection: (key: string) =>
      give(key, () => {
        throw new TypeError('Failed to fetch');
      }),
    forget: (key: string) => void answers.delete(key),
  };
}

/** Renders with toasts and confirmations, for a member or a guest. */
export function renderPart(part: (user: Account) => ReactNode, user: Partial<Account> | null = null) {
  const client = makeQueryClient();
  client.setQueryData(currentUserQuery.queryKey, user as Account | null);
  const Screen = () => part(client.getQueryData(currentUserQuery.queryKey) as Account);
  render(
    <QueryClientProvider client={client}>
      <Screen />
      <ConfirmHost />
      <ToastHost />
    </QueryClientProvider>,
  );
  return client;
}

export const toasts = () =>
  [...document.querySelectorAll('[data-sonner-toast]')].map(({ textContent }) => textContent);
