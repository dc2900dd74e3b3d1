// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Dialog } from './dialog.tsx';

const onClose = vi.fn<() => void>();

beforeEach(() => {
  onClose.mockClear();
  render(
    <Dialog title="Report" onClose={onClose}>
      <label>
        Reason
        <textarea />
      </label>
    </Dialog>,
  );
});
afterEach(() => cleanup());

const dialog = () => screen.getByRole('dialog');
const reason = () => screen.getByRole('textbox');

it('closes by a tap on the backdrop', async () => {
  await userEvent.click(reason());
  expect(onClose).not.toHaveBeenCalled();
  await userEvent.click(dialog());
  expect(onClose).toHaveBeenCalledTimes(1);
});

it('stays when a drag from inside ends on the backdrop', () => {
  fireEvent.pointerDown(reason());
  fireEvent.pointerUp(dialog());
  fireEvent.click(dialog());
  expect(onClose).not.toHaveBeenCalled();
});

it('stays at a tap on the backdrop when something was typed, and closes by its button', async () => {
  await userEvent.type(reason(), 'x');
  await userEvent.click(dialog());
  expect(onClose).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(onClose).toHaveBeenCalledTimes(1);
});
