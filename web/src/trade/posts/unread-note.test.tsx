// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import type { Post } from '@upaj/contract/trade/posts';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { loadTexts } from '#i18n/locale.ts';
import { renderPart } from '../../../test/stub-server.tsx';
import { UnreadNote } from './unread-note.tsx';

vi.mock('@tanstack/react-router', async () => ({
  Link: (await import('../../../test/fake-link.tsx')).FakeLink,
}));

beforeEach(async () => {
  await loadTexts('post');
  await loadTexts('post-page');
});
afterEach(cleanup);

const post = {
  _id: 'p1',
  quantity: '20 kg a day',
  specifications: { shelLife: 'Live', minorderQunatity: '5 kg', packaging: '' },
  amounts: {
    quantity: null,
    shelLife: null,
    minorderQunatity: { number: 5, unit: 'kg' },
    packaging: null,
  },
} as unknown as Post;

it('names the texts that could not be read, and leads to the form', () => {
  renderPart(() => <UnreadNote post={post} />);
  screen.getByText(/^We could not read: Quantity “20 kg a day”, Shelf Life “Live”\./);
  screen.getByRole('link', { name: 'Edit' });
});

it('says nothing about a post whose texts were read, or not yet', () => {
  const specifications = { shelLife: '', minorderQunatity: '5 kg', packaging: '' };
  const read = { ...post, quantity: '', specifications } as Post;
  renderPart(() => <UnreadNote post={read} />);
  const { amounts: _, ...older } = post;
  renderPart(() => <UnreadNote post={older} />);
  expect(document.body.textContent).not.toContain('We could not read');
});
