// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { TextField } from './text-field.tsx';

afterEach(() => cleanup());

it('counts the characters left near the limit, cuts nothing, and is announced when typing pauses', async () => {
  render(<TextField label="Title" limit={120} />);
  const input = screen.getByLabelText<HTMLInputElement>('Title');
  await userEvent.type(input, 'Wheat');
  expect(screen.queryByText(/character/)).toBeNull();
  await userEvent.paste('W'.repeat(95));
  screen.getByText('20 characters left');
  await userEvent.paste('W'.repeat(21));
  expect(input.value).toHaveLength(121);
  screen.getByText('1 character too many');
  expect(screen.getByRole('status').textContent).toBe('');
  await screen.findAllByText('1 character too many');
  await expect.poll(() => screen.getByRole('status').textContent).toBe('1 character too many');
});
