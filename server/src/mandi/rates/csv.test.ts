import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '#test/database.ts';
import { dayOf, importFile, storedRates } from '#test/rates.ts';

let database: TestDatabase;
let folder: string;
beforeAll(async () => {
  database = await openTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'upaj-csv-'));
});
beforeEach(async () => {
  await database.db.deleteFrom('rate_series').execute();
});
afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

const header =
  'State,District,Market,Commodity,Variety,Grade,Arrival_Date,Min_Price,Max_Price,Modal_Price,Commodity_Code';
const row = (changes: Partial<{ market: string; day: string; modal: string; code: string }> = {}) => {
  const { market = 'Khanna', day = '20/08/2024', modal = '2400', code = ',1' } = changes;
  return `Punjab,Ludhiana,${market},Wheat,Dara,FAQ,${day},2300,2500,${modal}${code}`;
};
const rowsOf = (count: number) =>
  Array.from({ length: count }, (_, index) => row({ market: `Mandi ${index}` }));

async function take(content: string | Buffer, state?: string) {
  const file = join(folder, 'rates.csv');
  await writeFile(file, content);
  return takeFile(file, state);
}

async function takeFile(file: string, state?: string) {
  const { result, refused, progress } = await importFile(database, file, { state });
  return { result, refused, progress };
}

test('reads data.gov.in’s history', async () => {
  const file = [header, row(), row({ day: '21/08/2024', modal: '"2,450"' }), ''].join('\r\n');
  expect(await take(`\uFEFF${file}`)).toEqual({ result: 2, refused: [], progress: [[2, 1]] });
  expect(await take(file)).toMatchObject({ result: 0 });
  const [series] = await storedRates(database);
  expect(series).toMatchObject({ market: 'Khanna', crop: 'wheat' });
  expect(series?.history).toEqual([
    ['2024-08-20', 2400],
    ['2024-08-21', 2450],
  ]);
});

test('reads the XML of data.gov.in’s interface, with what it says about columns', async () => {
  const about = '<field><item><name>State</name><type>keyword</type></item></field>';
  const names = header.split(',');
  const item = (line: string) => {
    const cells = line.split(',').map((cell, index) => `<${names[index]}>${cell}</${names[index]}>`);
    return `<item>${cells.join('')}</item>`;
  };
  const items = [row(), row({ market: 'Samrala' })].map(item).join('\n');
  expect(await take(`<result>${about}<records>${items}</records><total>2</total></result>`)).toMatchObject({
    result: 2,
    refused: [],
  });
});

test('stores all commodities of one crop in one mandi, and importing a file twice changes nothing', async () => {
  const of = (name: string, modal: number) =>
    `Kerala,Wayanad,Kalpetta,${name},Other,FAQ,20/08/2024,${modal - 100},${modal + 100},${modal},1`;
  const rows = [of('Black pepper', 60_000), of('Pepper garbled', 66_000), of('Pepper ungarbled', 63_000)];
  expect(await take([header, ...rows].join('\n'))).toMatchObject({ result: 3, refused: [] });
  expect(await take([header, ...rows.toReversed()].join('\n'))).toMatchObject({ result: 0 });
  const stored = await storedRates(database);
  expect(stored.map(({ commodity, crop, modal_price: modal }) => [commodity, crop, Number(modal)])).toEqual([
    ['Black pepper', 'black-pepper', 60_000],
    ['Pepper garbled', 'black-pepper', 66_000],
    ['Pepper ungarbled', 'black-pepper', 63_000],
  ]);
});

test('a history continues when a commodity or its mandi is renamed', async () => {
  const of = (market: string, name: string, day: string) =>
    `Punjab,Ludhiana,${market},${name},Other,FAQ,${day},2300,2500,2400,1`;
  const rows = [
    of('Khanna', 'Paddy(Dhan)(Common)', '20/08/2024'),
    of('Khanna APMC', 'Paddy(Common)', '20/08/2026'),
  ];
  expect(await take([header, ...rows].join('\n'))).toMatchObject({ result: 2 });
  const stored = await storedRates(database);
  expect(stored.map(({ market, commodity, history }) => [market, commodity, history.length])).toEqual([
    ['Khanna', 'Paddy(Common)', 2],
  ]);
});

test('reads the portal’s reports, without their state column', async () => {
  const file = `Sl no.,District Name,Market Name,Commodity,Variety,Grade,Min Price (Rs./Quintal),Max Price (Rs./Quintal),Modal Price (Rs./Quintal),Price Date
1,Ludhiana,"Khanna, New ""Grain"" Market",Wheat,Dara,FAQ,2300,2500,2400,20 Aug 2024
2,Ludhiana,Jagraon,Wheat,Dara,FAQ,NA,,2400,20-08-2024
`;
  expect((await take(file)).result).toContain('--state');
  expect(await take(file, 'Punjab')).toMatchObject({ result: 2, refused: [] });
  const stored = await storedRates(database);
  expect(stored.map(({ market, state, arrival_date: day }) => [market, state, dayOf(day)])).toEqual([
    ['Jagraon', 'Punjab', '2024-08-20'],
    ['Khanna, New "Grain" Market', 'Punjab', '2024-08-20'],
  ]);
});

test('accepts another column order, the names of an XML export, and UTF-16', async () => {
  const file =
    'Modal_x0020_Price,Arrival_Date,Commodity,Market,District,State,More\n2400,2024-08-20,Wheat,Khanna,Ludhiana,Punjab,x\n';
  expect(await take(file)).toMatchObject({ result: 1, refused: [] });
  expect((await storedRates(database))[0]).toMatchObject({ variety: 'Other', grade: 'Other' });
  expect(await take(Buffer.from(`\uFEFF${file}`, 'utf16le'))).toMatchObject({ result: 0, refused: [] });
});

test('invalid rows are logged with their line number and skipped', async () => {
  const lines = [
    header,
    row(),
    row({ modal: '0' }),
    '',
    row({ day: 'soon' }),
    'Punjab,Ludhiana',
    row({ code: ',1,2' }),
  ];
  expect(await take(lines.join('\n'))).toMatchObject({
    result: 1,
    refused: [
      [3, 'the modal price is missing or not between 0 and 25,00,000'],
      [5, '"soon" is not a valid arrival date'],
      [6, 'the row has 2 fields, but the header has 11'],
      [7, 'the row has 12 fields, but the header has 11'],
    ],
  });
});

test('an incomplete row at the end is left out', async () => {
  const whole = [header, row(), row({ day: '21/08/2024' })].join('\n');
  for (const missing of [3, 8, 30]) {
    const { result, refused } = await take(whole.slice(0, -missing));
    expect(result).toBe(missing === 3 ? 1 : 0);
    expect(refused).toHaveLength(1);
  }
  expect((await storedRates(database))[0]?.history).toEqual([['2024-08-20', 2400]]);
});

test('rows in another encoding are logged with their line number', async () => {
  const file = Buffer.from([header, row({ market: 'Kha\u00F1a' }), row()].join('\n'), 'latin1');
  expect(await take(file)).toMatchObject({ result: 1, refused: [[2, 'the market is not in UTF-8']] });
});

test('a character split between two chunks is read whole', async () => {
  const rows = Array.from({ length: 6_000 }, (_, index) => row({ market: `खन्ना ${index}` }));
  expect(await take([header, ...rows].join('\n'))).toMatchObject({ result: 6_000, refused: [] });
});

describe('refused', () => {
  test.each([
    ['nothing', '', 'The file has no rows.'],
    ['a byte order mark alone', '\uFEFF', 'The file has no rows.'],
    ['a web page', '<!DOCTYPE html>\n<title>Login</title>\n', 'The file has no rows.'],
    ['another header', 'name,price\nWheat,1\n', 'The file has no AGMARKNET header'],
    [
      'a report without mandis',
      ',,,,All Type of Report (All Grades),,,\nState/UT,Commodity Group,Commodity,Date,Modal Price,Price Unit\n',
      'Missing columns: District, Market.',
    ],
    ['rows without a header', rowsOf(100).join('\n'), 'The file has no AGMARKNET header'],
    ['a photo', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), 'The file has no AGMARKNET header'],
    ['a workbook', Buffer.from('504b0304140006000800', 'hex'), 'This is an Excel workbook.'],
    ['an old workbook', Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'This is an Excel workbook.'],
    ['a quote that is never closed', `${header}\n"${row()}`, 'Line 2: a quote is not closed.'],
  ])('%s', async (_, content, message) => {
    expect((await take(content)).result).toContain(message);
    expect(await storedRates(database)).toEqual([]);
  });

  test('a missing file, and a folder', async () => {
    expect((await takeFile(join(folder, 'missing.csv'))).result).toContain('File not found.');
    expect((await takeFile(folder)).result).toContain('This is a folder, not a file.');
  });

  test('gigabytes of zeros, at once', async () => {
    const file = join(folder, 'zeros.csv');
    await writeFile(file, '');
    await truncate(file, 4 * 1024 ** 3);
    const before = process.memoryUsage().rss;
    expect((await takeFile(file)).result).toContain('Line 1: a row has more than 10000 characters');
    expect(process.memoryUsage().rss - before).toBeLessThan(100_000_000);
    await rm(file);
  });

  test.each([
    ['a line without an end', 'x'.repeat(20_000)],
    ['a quote that swallows the rest', `"${row()}\n${rowsOf(300).join('\n')}`],
  ])('%s, but not the rows before it', async (_, rest) => {
    const { result, refused } = await take([header, ...rowsOf(10), rest].join('\n'));
    expect(result).toMatch(/Line \d+: a row has more than 10000 characters/);
    expect(refused).toEqual([]);
    expect(await storedRates(database)).toHaveLength(10);
  });
});
