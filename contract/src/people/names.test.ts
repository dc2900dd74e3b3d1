import { describe, expect, test } from 'vitest';
import { optionalText, requiredText } from '../fields.ts';
import { limits } from '../limits.ts';
import { fullNameSchema, newUsernameSchema } from './credentials.ts';

describe('a new username', () => {
  test.each(['ram_singh-07', 'Kisan.Ram', 'रामू.किसान', 'ਗੁਰਪ੍ਰੀਤ', 'রাম১২', 'முருகன்_9', 'മീനാക്ഷി', 'رام'])(
    '%s is accepted',
    (username) => expect(newUsernameSchema.parse(username)).toBe(username.normalize('NFC')),
  );

  test.each([
    ['a Greek letter', 'ramυ77'],
    ['a Cyrillic letter', 'rаm77'],
    ['full-width letters', 'ｒａｍ77'],
    ['a combining mark', 'ram\u0301esh'],
    ['an accent', 'rámesh'],
    ['two scripts', 'ramराम'],
    ['a digit of another script', 'ram१'],
    ['a dotless i', 'kısan'],
    ['a small capital', 'ʀamesh'],
    ['a superscript', 'ram²'],
    ['too many marks on a letter', 'र\u0901\u0901\u0901\u0901म'],
    ['a mark without a letter', '\u093fराम'],
  ])('with %s is refused', (_, username) => {
    expect(newUsernameSchema.safeParse(username).error?.issues[0]?.message).toBe('usernameScript');
  });

  test.each(['ram\u202esingh', 'ram\u200bsingh', 'ram\u00adsingh', 'ram\u2066singh', '\ufefframsingh'])(
    'loses invisible characters: %j',
    (username) => expect(newUsernameSchema.parse(username)).toBe('ramsingh'),
  );
});

describe('a name', () => {
  test.each([
    ['Ram\u202e hgniS', 'Ram hgniS'],
    ['\u2067Ram\u2069 Singh\u200f', 'Ram Singh'],
    ['Ram\u200d\u200c\u200b Singh', 'Ram Singh'],
    ['Ram\nSingh\u0007', 'Ram Singh'],
    ['Ram\u{e0041} Singh', 'Ram Singh'],
  ])('removes the invisible characters of %j', (typed, stored) => {
    expect(fullNameSchema.parse(typed)).toBe(stored);
    expect(optionalText().parse(typed)).toBe(stored);
  });

  test.each(['ശ്രീമാന്‍', 'क्‍ष', 'র‍্যাম', 'दर्‍या', '👨‍🌾 Farm', '❤️‍🔥'])('%s preserves its joiners', (name) =>
    expect(requiredText('cityRequired').parse(name)).toBe(name),
  );

  test('a name of invisible characters only is empty', () => {
    expect(fullNameSchema.safeParse('\u200b\u202e').error?.issues[0]?.message).toBe('fullNameRequired');
  });
});

test('longer texts may have line breaks', () => {
  expect(requiredText('commentRequired', limits.description.max).parse('one\n\ttwo\u202e')).toBe(
    'one\n\ttwo',
  );
});
