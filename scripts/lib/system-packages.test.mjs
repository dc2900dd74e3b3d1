import { expect, test } from 'vitest';
import { describeMissing } from './system-packages.mjs';

test('what is missing is named, with one line for each system that has packages for it', () => {
  expect(describeMissing(['Redis', 'fonts of India’s scripts'], 'Why.').split('\n')).toEqual([
    'Missing for the tests: Redis, fonts of India’s scripts. Why. Please install, with the line for your system:',
    '  apt-get install -y -qq --no-install-recommends redis-server fonts-noto-core fontconfig',
    expect.stringMatching(
      /^  dnf install -y -q redis google-noto-sans-bengali-fonts .* google-noto-sans-telugu-fonts fontconfig$/,
    ),
    '  pacman -Sy --noconfirm --needed valkey noto-fonts fontconfig',
    '  brew install redis',
  ]);
  expect(describeMissing(['fonts of India’s scripts'], '')).not.toContain('brew');
});
