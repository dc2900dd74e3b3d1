// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { errorText } from './api-errors.ts';
import { useApiForm } from './form.ts';

const load = vi.fn<() => Promise<z.ZodMiniType<{ name: string }>>>();
const send = vi.fn(async () => {});

function Form() {
  const { field, submit, failure } = useApiForm({ schema: load, defaultValues: { name: '' }, send });
  const { error, ...input } = field('name');
  return (
    <form onSubmit={submit}>
      <input aria-label="Name" {...input} />
      <button type="submit">Send</button>
      {error && <p>wrong name</p>}
      {failure !== undefined && <p>{errorText(failure)}</p>}
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
afterEach(() => {
  cleanup();
  load.mockReset();
  send.mockClear();
});

it('loads its schema when a field is used, and validates with it', async () => {
  load.mockResolvedValue(z.object({ name: z.string().check(z.minLength(3)) }));
  open();
  expect(load).not.toHaveBeenCalled();
  fireEvent.input(screen.getByLabelText('Name'), { target: { value: 'ab' } });
  expect(load).toHaveBeenCalled();
  fireEvent.click(screen.getByText('Send'));
  await screen.findByText('wrong name');
  expect(send).not.toHaveBeenCalled();
});

it('reports the connection when its schema does not load, and sends nothing', async () => {
  load.mockRejectedValueOnce(new Error('offline'));
  load.mockResolvedValue(z.object({ name: z.string() }));
  open();
  fireEvent.click(screen.getByText('Send'));
  await screen.findByText(/check your connection/i);
  expect(send).not.toHaveBeenCalled();
  fireEvent.click(screen.getByText('Send'));
  await vi.waitFor(() => expect(send).toHaveBeenCalledWith({ name: '' }, expect.anything()));
});
