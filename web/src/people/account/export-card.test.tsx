// @vitest-environment happy-dom
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { exportPath } from '@upaj/contract/people/account';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { renderPart, stubServer } from '../../../test/stub-server.tsx';
import { ExportCard } from './export-card.tsx';

const call = `GET ${exportPath}`;
const saved = vi.fn<(name: string) => void>();
let server: ReturnType<typeof stubServer>;
let line: ReadableStreamDefaultController<Uint8Array>;

function answerInPieces(length: number | undefined): void {
  server.give(call, () => {
    const body = new ReadableStream<Uint8Array>({ start: (controller) => void (line = controller) });
    const headers = {
      'content-type': 'application/zip',
      ...(length && { 'content-length': String(length) }),
    };
    return new Response(body, { headers });
  });
}

beforeEach(() => {
  server = stubServer();
  saved.mockReset();
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved(this.download);
  });
  renderPart(() => <ExportCard />);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const bytes = (count: number) => act(async () => line.enqueue(new Uint8Array(count)));

it('shows the progress, and saves the file', async () => {
  answerInPieces(4_000_000);
  await press('Download my data');
  await screen.findByText('Preparing…');
  await bytes(1_000_000);
  await screen.findByText('1 MB of 4 MB');
  expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('25');
  await bytes(3_000_000);
  await act(async () => line.close());
  await screen.findByText('Saved as upaj-data.zip (4 MB)');
  expect(saved.mock.calls).toEqual([['upaj-data.zip']]);
});

it('shows the progress without a length too', async () => {
  answerInPieces(undefined);
  await press('Download my data');
  await waitFor(() => expect(line).toBeDefined());
  await bytes(12_000);
  await screen.findByText('12 kB');
});

it('shows that the connection was lost, and saves no partial file', async () => {
  answerInPieces(4_000_000);
  await press('Download my data');
  await screen.findByText('Preparing…');
  await bytes(1_000_000);
  await act(async () => line.close());
  await screen.findByText('The connection was lost before the download finished. Please try again.');
  expect(saved).not.toHaveBeenCalled();
  screen.getByRole('button', { name: 'Retry' });
});

it('can be cancelled', async () => {
  server.give(call, () => new Promise<Response>(() => {}));
  const stopped = vi.fn();
  const plain = globalThis.fetch;
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    void plain(url, init);
    return new Promise((_, reject) => {
      init.signal!.addEventListener('abort', () => {
        stopped();
        reject(init.signal!.reason);
      });
    });
  });
  await press('Download my data');
  await press('Stop');
  await screen.findByText('Stopped. Nothing was saved.');
  expect(stopped).toHaveBeenCalledOnce();
  expect(saved).not.toHaveBeenCalled();
});

it.each([
  ['the server', () => server.refuse(call, 'UNEXPECTED'), 'Unexpected error. Please try again.'],
  ['lost connection', () => server.loseConnection(call), 'Network error. Please check your connection.'],
  [
    'too often',
    () => server.refuse(call, 'TOO_MANY_REQUESTS', { headers: { 'retry-after': '600' } }),
    'Too many attempts. Please wait 10 minutes and try again.',
  ],
  [
    'a page in its place',
    () => server.give(call, () => new Response('<html>', { headers: { 'content-type': 'text/html' } })),
    'Unexpected error. Please try again.',
  ],
])('shows what is wrong: %s', async (_, arrange, message) => {
  arrange();
  await press('Download my data');
  expect((await screen.findByRole('alert')).textContent).toBe(message);
  expect(saved).not.toHaveBeenCalled();
});
