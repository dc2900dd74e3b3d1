// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { useApiForm } from './form.ts';

const load = vi.fn<() => Promise<z.ZodMiniType<{ name: string }>>>();
const send = vi.fn(async () => {});

function Form() {
  const { field, submit } = useApiForm({
    schema: load,
    defaultValues: { name: '' },
    check: ({ name }) => (name === '?' ? { name: { type: 'check', message: 'invalid' } } : {}),
    send,
  });
  const { error, ...input } = field('name');
  return (
    <form onSubmit={submit}>
      <input aria-label="Name" {...input} />
      <button type="submit">Send</button>
      {error && <p>wrong name</p>}
    </form>
  );
}

function open(): void {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Form />
    </QueryClientProvider>,
  );
}
const type = (value: string) => fireEvent.input(screen.getByLabelText('Name'), { target: { value } });
afterEach(() => {
  cleanup();
  load.mockReset();
  send.mockClear();
});

it('loads its schema when a field is used, and validates with it', async () => {
  load.mockResolvedValue(z.object({ name: z.string().check(z.minLength(3)) }));
  open();
  expect(load).not.toHaveBeenCalled();
  type('ab');
  expect(load).toHaveBeenCalled();
  fireEvent.click(screen.getByText('Send'));
  await screen.findByText('wrong name');
  expect(send).not.toHaveBeenCalled();
});

it('sends what is typed when its schema never loads, as the server validates too', async () => {
  load.mockRejectedValue(new TypeError('Failed to fetch dynamically imported module'));
  open();
  type('ab');
  fireEvent.click(screen.getByText('Send'));
  await vi.waitFor(() => expect(send).toHaveBeenCalledWith({ name: 'ab' }, expect.anything()));
});

it.each([
  ['with the schema', () => load.mockResolvedValue(z.object({ name: z.string() }))],
  ['without it', () => load.mockRejectedValue(new TypeError('Failed to fetch'))],
])('checks what the schema does not know: %s', async (_, arrange) => {
  arrange();
  open();
  type('?');
  fireEvent.click(screen.getByText('Send'));
  await screen.findByText('wrong name');
  expect(send).not.toHaveBeenCalled();
});
