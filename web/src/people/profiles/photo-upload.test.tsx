// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ImageCompressionError } from '#lib/image-compression-error.ts';
import { shrinkImage } from '#lib/images/image-compression.ts';
import { upload } from '#lib/upload.ts';
import { currentUserQuery, useUser } from '#people/users/session.ts';
import { fieldMessages } from '../../../test/texts.ts';
import { renderPart, toasts } from '../../../test/stub-server.tsx';
import { AvatarEditor, CoverEditor } from './photo-editors.tsx';

vi.mock('#lib/images/image-compression.ts', () => ({ shrinkImage: vi.fn<typeof shrinkImage>() }));
vi.mock('#lib/upload.ts', () => ({ upload: vi.fn<typeof upload>() }));

const photo = new File(['x'], 'field.jpg', { type: 'image/jpeg' });
const user = { _id: 'u1', fullName: 'Asha Rani', avatar: null, coverImage: null, socialStats: {} };
const fresh = '/media/new-1280.webp';
let canLoad: boolean;
let loaded: string[];

beforeEach(() => {
  canLoad = true;
  loaded = [];
  vi.mocked(shrinkImage).mockReset().mockResolvedValue(photo);
  vi.mocked(upload)
    .mockReset()
    .mockImplementation(async ({ onProgress }) => {
      onProgress?.(0.5);
      return { status: 200, text: JSON.stringify({ success: true, data: fresh }), retryAfter: null };
    });
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:mine');
  vi.spyOn(URL, 'revokeObjectURL').mockReturnValue();
  vi.stubGlobal(
    'Image',
    class extends EventTarget {
      set src(src: string) {
        loaded.push(src);
        queueMicrotask(() => this.dispatchEvent(new Event(canLoad ? 'load' : 'error')));
      }
    },
  );
});
afterEach(() => cleanup());

function Cover() {
  return <CoverEditor src={useUser()?.coverImage ?? null} />;
}
function Photo() {
  const me = useUser();
  return me && <AvatarEditor user={me} />;
}
const kinds = {
  cover: {
    part: Cover,
    button: 'Add Cover',
    field: 'coverImage',
    url: '/api/v1/users/cover-image',
    done: 'Cover Image updated!',
  },
  avatar: {
    part: Photo,
    button: 'Change profile photo',
    field: 'avatar',
    url: '/api/v1/users/avatar',
    done: 'Profile photo updated!',
  },
} as const;

function open(kind: keyof typeof kinds) {
  const Part = kinds[kind].part;
  const client = renderPart(() => <Part />, user as never);
  return {
    choose: (file = photo) =>
      userEvent.upload(screen.getByLabelText(kinds[kind].button), file, { applyAccept: false }),
    shown: () => client.getQueryData(currentUserQuery.queryKey),
  };
}
const preview = () => document.querySelector('img[src="blob:mine"]');

describe.each(['cover', 'avatar'] as const)('a new %s', (kind) => {
  const { field, url, done } = kinds[kind];

  it('is previewed with a spinner, compressed, sent, preloaded, and swapped in', async () => {
    let answer = () => {};
    vi.mocked(upload).mockImplementation(
      () =>
        new Promise((resolve) => {
          answer = () =>
            resolve({ status: 200, text: JSON.stringify({ success: true, data: fresh }), retryAfter: null });
        }),
    );
    const { choose, shown } = open(kind);
    await choose();
    expect(preview()).not.toBeNull();
    expect(document.querySelector('.animate-spin')).not.toBeNull();
    await waitFor(() => expect(upload).toHaveBeenCalledOnce());
    const sent = vi.mocked(upload).mock.calls[0]![0];
    expect([sent.method, sent.url]).toEqual(['PATCH', url]);
    expect(sent.form.get(field)).toBeInstanceOf(File);
    expect(loaded).toEqual([]);
    answer();
    await waitFor(() => expect(toasts()).toContain(done));
    expect(loaded).toHaveLength(1);
    expect(shown()).toMatchObject({ [field]: fresh });
    expect(preview()).toBeNull();
  });

  it('shows that the server’s photo cannot be loaded', async () => {
    canLoad = false;
    const { choose, shown } = open(kind);
    await choose();
    await waitFor(() => expect(toasts()).toContain('Failed to load updated image.'));
    expect(shown()).toMatchObject({ [field]: fresh });
    expect(document.querySelector('.animate-spin')).toBeNull();
  });

  it.each([
    ['lost connection', () => vi.mocked(upload).mockRejectedValue(new Error('No answer'))],
    [
      'a refusal',
      () =>
        vi.mocked(upload).mockResolvedValue({
          status: 422,
          text: JSON.stringify({ success: false, code: 'INVALID_INPUT', message: 'x', errors: [] }),
          retryAfter: null,
        }),
    ],
    [
      'a file that is no photo inside',
      () => vi.mocked(shrinkImage).mockRejectedValue(new ImageCompressionError('unreadable')),
      `field.jpg: ${fieldMessages.imageInvalid}`,
    ],
    [
      'a photo that the server refuses',
      () =>
        vi.mocked(upload).mockResolvedValue({
          status: 422,
          text: JSON.stringify({
            success: false,
            code: 'INVALID_INPUT',
            message: 'x',
            errors: [{ field, key: 'imageTooHeavy', message: 'x', number: 1 }],
          }),
          retryAfter: null,
        }),
      `field.jpg: ${fieldMessages.imageTooHeavy}`,
    ],
  ])('removes the preview after %s', async (_, prepare, message = 'Upload failed') => {
    prepare();
    const { choose, shown } = open(kind);
    await choose();
    await waitFor(() => expect(toasts()).toContain(message));
    expect(preview()).toBeNull();
    expect(shown()).toMatchObject({ [field]: null });
  });

  it('accepts images only', async () => {
    const { choose } = open(kind);
    await choose(new File(['x'], 'a.txt', { type: 'text/plain' }));
    await waitFor(() => expect(toasts()).toContain('a.txt: Please select a valid image file'));
    expect(upload).not.toHaveBeenCalled();
  });
});

it.each(['cover', 'avatar'] as const)('offers the camera for the %s', (kind) => {
  open(kind);
  const camera = screen.getByLabelText('Take a photo');
  expect(camera.getAttribute('capture')).not.toBeNull();
});

it('offers to edit an existing cover', async () => {
  renderPart(() => <CoverEditor src={fresh} />);
  expect(screen.getByLabelText('Edit Cover')).toBeTruthy();
});
