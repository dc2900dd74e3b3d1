// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest';
import { copyText } from './copy-text.ts';

afterEach(() => {
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

it('copies a selection where there is no clipboard, and leaves the focus where it was', async () => {
  vi.stubGlobal('navigator', {});
  const button = document.body.appendChild(document.createElement('button'));
  button.focus();
  const copied: string[] = [];
  document.execCommand = (command) => {
    const { value, selectionStart, selectionEnd } = document.activeElement as HTMLTextAreaElement;
    copied.push(`${command} ${value.slice(selectionStart, selectionEnd)}`);
    return true;
  };
  expect(await copyText('asha@okbank')).toBe(true);
  expect(copied).toEqual(['copy asha@okbank']);
  expect([document.activeElement, document.querySelector('textarea')]).toEqual([button, null]);
});

it('says that it could not copy', async () => {
  vi.stubGlobal('navigator', { clipboard: { writeText: () => Promise.reject(new Error('Denied')) } });
  document.execCommand = () => false;
  expect(await copyText('asha@okbank')).toBe(false);
});
