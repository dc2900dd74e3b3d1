// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { Button } from './button.tsx';

afterEach(() => cleanup());

it('has the focus while it is busy, and ignores presses', async () => {
  const onClick = vi.fn<() => void>();
  const show = (busy: boolean) => (
    <Button busy={busy} onClick={onClick}>
      Save
    </Button>
  );
  const { rerender } = render(show(false));
  const button = screen.getByRole('button');
  await userEvent.click(button);
  rerender(show(true));
  await userEvent.click(button);
  await userEvent.keyboard('{Enter}');
  expect(onClick).toHaveBeenCalledTimes(1);
  expect([document.activeElement, button.getAttribute('aria-disabled')]).toEqual([button, 'true']);
  rerender(show(false));
  await userEvent.keyboard('{Enter}');
  expect(onClick).toHaveBeenCalledTimes(2);
});

it('sends a form once, however often Enter is pressed', async () => {
  const send = vi.fn<(event: { preventDefault: () => void }) => void>((event) => event.preventDefault());
  const show = (busy: boolean) => (
    <form onSubmit={send}>
      <input aria-label="Name" />
      <Button type="submit" busy={busy}>
        Save
      </Button>
    </form>
  );
  const { rerender } = render(show(false));
  await userEvent.type(screen.getByRole('textbox'), 'x{Enter}');
  rerender(show(true));
  await userEvent.keyboard('{Enter}');
  await userEvent.click(screen.getByRole('button'));
  expect(send).toHaveBeenCalledTimes(1);
});
