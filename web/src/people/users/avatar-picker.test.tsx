// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { limits } from '@upaj/contract/limits';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ImageCompressionError } from '#lib/image-compression-error.ts';
import { shrinkImage } from '#lib/images/image-compression.ts';
import { AvatarPicker } from './avatar-picker.tsx';
import { useAvatar } from './use-avatar.ts';

vi.mock('#lib/images/image-compression.ts', () => ({ shrinkImage: vi.fn<typeof shrinkImage>() }));
const shrink = vi.mocked(shrinkImage);

const small = new File(['small'], 'me.webp', { type: 'image/webp' });
const photoOf = (size: number) => {
  const file = new File(['x'], 'me.jpg', { type: 'image/jpeg' });
  Object.defineProperty(file, 'size', { value: size });
  return file;
};
const overLimit = limits.image.maxBytes + 1;
const unreadable = new ImageCompressionError('unreadable');

function Picker() {
  return <AvatarPicker avatar={useAvatar()} />;
}
const choose = (file: File) =>
  fireEvent.change(screen.getByLabelText('Choose photo'), { target: { files: [file] } });
const shownPhoto = () => screen.queryByAltText('Your profile photo');

beforeEach(() => {
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:me');
  vi.spyOn(URL, 'revokeObjectURL').mockReturnValue();
  render(<Picker />);
});
afterEach(() => {
  cleanup();
  shrink.mockReset();
});

it.each([
  [
    'a text',
    new File(['x'], 'me.txt', { type: 'text/plain' }),
    undefined,
    'Please select a valid image file',
  ],
  ['a photo in name only', photoOf(10), unreadable, 'Please select a valid image file'],
  [
    'a large one that stays large',
    photoOf(overLimit),
    new ImageCompressionError('tooLarge'),
    'Compressed image is still over 10MB. Please choose a smaller file.',
  ],
  [
    'a large unreadable one',
    photoOf(overLimit),
    unreadable,
    'Failed to compress image. Try a different file.',
  ],
])('refuses %s', async (_, file, error, message) => {
  if (error) shrink.mockRejectedValueOnce(error);
  choose(file);
  const text = await screen.findByText(message);
  screen.getByText(file.name);
  expect(screen.getByLabelText('Choose photo').getAttribute('aria-describedby')).toContain(text.id);
  expect(shownPhoto()).toBeNull();
});

it('compresses, shows the result, and removes it', async () => {
  shrink.mockResolvedValueOnce(small);
  choose(photoOf(overLimit));
  await waitFor(() => expect(shownPhoto()).not.toBeNull());
  const { maxSide, maxBytes } = shrink.mock.calls[0]![1];
  expect(maxSide).toBeLessThanOrEqual(limits.image.maxSide);
  expect(maxBytes).toBe(limits.image.maxBytes);
  fireEvent.click(screen.getByRole('button', { name: 'Remove photo' }));
  expect(shownPhoto()).toBeNull();
});

it('uses the photo chosen last, however long an earlier one takes', async () => {
  let finishFirst: (file: File) => void = () => {};
  shrink.mockReturnValueOnce(new Promise((resolve) => (finishFirst = resolve)));
  shrink.mockRejectedValueOnce(unreadable);
  choose(photoOf(10));
  choose(photoOf(11));
  await screen.findByText('Please select a valid image file');
  finishFirst(small);
  await Promise.resolve();
  expect(shownPhoto()).toBeNull();
});
