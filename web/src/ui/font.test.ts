// @vitest-environment happy-dom
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, it, vi } from 'vitest';
import { showFont } from './font.ts';

const { dataset } = document.documentElement;
const runTheme = new Function(
  readFileSync(path.join(import.meta.dirname, '../../public/theme.js'), 'utf8'),
) as () => void;

beforeEach(() => {
  localStorage.clear();
  // happy-dom has none, and theme.js takes it for an old browser.
  vi.stubGlobal('CSSLayerBlockRule', vi.fn());
  document.head.innerHTML = '<meta name="theme-color">';
  vi.spyOn(document, 'currentScript', 'get').mockReturnValue(document.createElement('script'));
});

it('a first visit has the font only when the scripts are there, and the next one from the start', () => {
  runTheme();
  expect(dataset['font']).toBeUndefined();
  showFont();
  expect(dataset['font']).toBe('anek');
  delete dataset['font'];
  runTheme();
  expect(dataset['font']).toBe('anek');
});
