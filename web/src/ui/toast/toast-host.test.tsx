// @vitest-environment happy-dom
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, onTestFinished, vi } from 'vitest';
import { setLocale } from '#i18n/locale.ts';
import { Dialog } from '#ui/dialog.tsx';
import { ToastHost } from './toast-host.tsx';
import { toast } from './toast.ts';
import type * as toaster from './toaster.tsx';

const line = vi.hoisted(() => ({ tries: 0, isCut: true }));
vi.mock('./toaster.tsx', async (original) => {
  const { AppToaster } = await original<typeof toaster>();
  return {
    get AppToaster() {
      line.tries += 1;
      if (line.isCut) throw new TypeError('Failed to fetch dynamically imported module');
      return AppToaster;
    },
  };
});
afterEach(() => cleanup());

it('the app works when the code of toasts does not load, and retries later', async () => {
  render(
    <>
      <p>The app</p>
      <ToastHost />
    </>,
  );
  toast.error('Lost');
  await waitFor(() => expect(line.tries).toBe(1));
  screen.getByText('The app');
  line.isCut = false;
  toast.error('Heard');
  await screen.findByText('Heard');
  screen.getByText('The app');
  expect(screen.queryByText('Lost')).toBeNull();
});

it('shows errors before later successes, and in front of dialogs', async () => {
  render(<ToastHost />);
  toast.error('Not saved');
  await screen.findByText('Not saved');
  toast.success('Copied');
  const success = await screen.findByText('Copied');
  const place = (element: Element) => element.closest('li')?.classList.contains('order-first');
  expect([place(screen.getByText('Not saved')), place(success)]).toEqual([true, false]);
  const { rerender } = render(
    <Dialog title="Report" onClose={() => undefined}>
      Why
    </Dialog>,
  );
  expect(screen.getByRole('dialog').contains(screen.getByText('Not saved'))).toBe(true);
  rerender(<p>Closed</p>);
  screen.getByText('Not saved');
});

it('names its region in the language of the reader', async () => {
  await setLocale('hi');
  onTestFinished(() => void setLocale('en'));
  render(<ToastHost />);
  toast.error('Lost');
  await screen.findByRole('region', { name: 'सूचनाएं' });
});
