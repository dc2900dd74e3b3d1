// @vitest-environment happy-dom
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it, vi } from 'vitest';

const code = readFileSync(join(import.meta.dirname, '../../public/theme.js'), 'utf8');
const reload = vi.fn<() => void>();
const root = document.documentElement;

function fire(name: 'pagehide' | 'pageshow', persisted: boolean): void {
  window.dispatchEvent(Object.assign(new Event(name), { persisted }));
}

vi.stubGlobal('CSSLayerBlockRule', Object);
Object.defineProperty(document, 'currentScript', { value: document.createElement('script') });
document.head.innerHTML = '<meta name="theme-color">';
new Function('location', code)({ reload });

beforeEach(() => {
  localStorage.clear();
  reload.mockClear();
  root.style.visibility = '';
});

it('shows a page that Back restores in the same session', () => {
  localStorage.setItem('upaj-member', '1');
  fire('pagehide', true);
  expect(root.style.visibility).toBe('hidden');
  fire('pageshow', true);
  expect([root.style.visibility, reload.mock.calls]).toEqual(['', []]);
});

it.each([
  ['a log-out', () => localStorage.removeItem('upaj-member')],
  ['a log-in of another user', () => localStorage.setItem('upaj-member', '2')],
])('loads a page again that Back restores after %s, and shows nothing of it', (_, change) => {
  localStorage.setItem('upaj-member', '1');
  fire('pagehide', true);
  change();
  fire('pageshow', true);
  expect([root.style.visibility, reload.mock.calls.length]).toEqual(['hidden', 1]);
});

it('leaves other pages alone', () => {
  fire('pagehide', false);
  fire('pageshow', false);
  expect([root.style.visibility, reload.mock.calls]).toEqual(['', []]);
});
