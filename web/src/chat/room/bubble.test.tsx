// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { fieldMessages } from '../../../test/texts.ts';
import { OutgoingBubble } from './bubble.tsx';

afterEach(() => cleanup());

it('names the photo that the server refuses', () => {
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:mine');
  const photos = ['a.webp', 'b.heic'].map((name) => new File(['x'], name));
  const error = { field: 'images', key: 'imageInvalid', message: 'x', number: 2 };
  const item = {
    clientId: 'c1',
    receiverId: 'ravi',
    text: '',
    photos,
    post: null,
    createdAt: new Date().toISOString(),
    failure: { code: 'INVALID_INPUT', message: 'x', error },
  };
  render(<OutgoingBubble item={item} progress={undefined} onRetry={() => {}} onDelete={() => {}} />);
  expect(screen.getByRole('alert').textContent).toContain(`Not sent: b.heic: ${fieldMessages.imageInvalid}`);
});
