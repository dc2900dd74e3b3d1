import { endpoints } from '@upaj/contract/endpoints';
import { expect, it } from 'vitest';
import { firstCalls, readScreens } from '../../build/screens.ts';

const screens = readScreens();

it('finds the file and the texts of every screen', () => {
  expect(screens.length).toBeGreaterThan(20);
  expect(screens.find(({ path }) => path === '/post/$postId')).toEqual({
    path: '/post/$postId',
    module: expect.stringMatching(/routes\/post\.tsx$/),
    sections: expect.arrayContaining(['comments', 'post-page']),
  });
});

it.each(Object.entries(firstCalls))(
  '%s is a screen, and its HTML carries responses of calls that exist',
  (path, calls) => {
    expect(screens.map((screen) => screen.path)).toContain(path);
    const keys = Object.keys(endpoints).map((key) => key.replaceAll(/:\w+/g, '$'));
    for (const call of calls) expect(keys).toContain(`GET ${call.replaceAll(/\$\w+/g, '$')}`);
  },
);
