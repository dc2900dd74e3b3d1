// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { Folded } from './folded.tsx';

afterEach(() => cleanup());

it('stays where it was when it is opened, though the column grows upwards', async () => {
  const { container } = render(
    <div role="region" aria-label="Messages">
      <Folded messages={[]} viewerId="u1" renderMessage={() => null} />
    </div>,
  );
  const [scroller, summary] = ['[role=region]', 'summary'].map((name) => container.querySelector(name));
  if (!scroller || !summary) throw new Error('Nothing is folded');
  // happy-dom has no layout and limits the value, so a plain property replaces it.
  Object.defineProperty(scroller, 'scrollTop', { value: 0, writable: true });
  vi.spyOn(summary, 'getBoundingClientRect')
    .mockReturnValueOnce(new DOMRect(0, 300))
    .mockReturnValue(new DOMRect(0, 100));
  await userEvent.click(summary);
  expect(scroller.scrollTop).toBe(-200);
});
