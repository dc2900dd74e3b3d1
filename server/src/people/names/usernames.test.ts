import { expect, test } from 'vitest';
import { suggestUsername } from './usernames.ts';

test.each([
  ['Ramesh Kumar', 'ramesh-kumar'],
  ['रमेश सिंह', 'ramesh-sinh'],
  ['सीता देवी', 'sita-devi'],
  ['ରମେଶ ଦାସ', 'ramesha-dasa'],
  ['முருகன்', 'murukan'],
  ['José D’Souza', 'jose-d-souza'],
  ['A Very Long Name Of A Person', 'a-very-long-name-of'],
])('the first username for %s is %s', (name, username) => {
  expect(suggestUsername(name, 0)).toBe(username);
});

test('later ones have digits, more and more of them', () => {
  expect(suggestUsername('Ramesh Kumar', 1)).toMatch(/^ramesh-kumar-\d{1,3}$/);
  expect(suggestUsername('Ramesh Kumar', 9)).toMatch(/^ramesh-kumar-\d{1,6}$/);
});

test.each(['ᱥ', 'Upaj Admin', '...'])(
  'a name of which no username can be made gives a neutral one: %s',
  (name) => {
    expect(suggestUsername(name, 0)).toMatch(/^member-\d{1,2}$/);
  },
);
