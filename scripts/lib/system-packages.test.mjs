import { expect, test } from 'vitest';
import { describeMissing } from './system-packages.mjs';

test('what is missing is named, with one line for each system that has packages for it', () => {
  expect(describeMissing(['Redis', 'a Devanagari font'], 'Why.').split('\n')).toEqual([
    'Missing for the tests: Redis, a Devanagari font. Why. Please install, with the line for your system:',
    '  apt-get install -y -qq --no-install-recommends redis-server fonts-noto-core fontconfig',
    '  dnf install -y -q redis google-noto-sans-devanagari-fonts fontconfig',
    '  pacman -Sy --noconfirm --needed valkey noto-fonts fontconfig',
    '  brew install redis',
  ]);
  expect(describeMissing(['a Devanagari font'], '')).not.toContain('brew');
});
