// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { LinkedText } from './linked-text.tsx';

afterEach(() => cleanup());

it.each([
  ['see https://a.example/x?y=1.', ['https://a.example/x?y=1']],
  ['(http://a.example/b) and https://c.example!', ['http://a.example/b', 'https://c.example/']],
  ['javascript:alert(1) data:text/html,x ftp://a.example', []],
  ['https:// and http://', []],
  ['<img src=x onerror=alert(1)> <a href="https://a.example">b</a>', ['https://a.example/']],
])('%s', (text, links) => {
  const { container } = render(<LinkedText text={text} />);
  expect(container.textContent).toBe(text);
  const anchors = [...container.querySelectorAll('a')];
  expect(anchors.map((anchor) => anchor.href)).toEqual(links);
  for (const anchor of anchors) {
    expect([anchor.target, anchor.rel]).toEqual(['_blank', 'noopener noreferrer nofollow']);
  }
  expect(container.querySelectorAll('img')).toHaveLength(0);
});
