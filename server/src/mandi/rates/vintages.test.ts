import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '#test/database.ts';
import { dayOf, importFile, storedRates } from '#test/rates.ts';
import type { Given } from './file-header.ts';

let database: TestDatabase;
let folder: string;
beforeAll(async () => {
  database = await openTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'upaj-vintages-'));
});
beforeEach(async () => {
  await database.db.deleteFrom('rate_series').execute();
});
afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

async function take(lines: readonly string[] | string, given: Given = {}) {
  const file = join(folder, 'rates');
  await writeFile(file, typeof lines === 'string' ? lines : `${lines.join('\n')}\n`);
  const { result, refused, summaries } = await importFile(database, file, given);
  expect(summaries).toHaveLength(1);
  const [{ formats, states, days, rates } = summaries[0]!] = summaries;
  return { result, refused, formats: [...formats], states: [...states], days, rates };
}

const stored = async () =>
  (await storedRates(database)).map((one) => [
    one.state,
    one.district,
    one.market,
    one.commodity,
    dayOf(one.arrival_date),
    ...[one.min_price, one.max_price, one.modal_price].map(Number),
  ]);

const gondal = ['Gujarat', 'Rajkot', 'Gondal', 'Groundnut', '2024-11-14', 5000, 6100, 5800];
const prices = 'Min Price (Rs./Quintal),Max Price (Rs./Quintal),Modal Price (Rs./Quintal)';

const arrivals = `State Name,District Name,Market Name,Variety,Group,Arrivals (Tonnes),${prices},Reported Date`;
const tableRow = (tag: string, cells: string) =>
  `<tr><${tag}>${cells.replaceAll(',', `</${tag}><${tag}>`)}</${tag}></tr>`;

const vintages: [name: string, format: string, lines: readonly string[], given?: Given][] = [
  [
    'the prices of the day from data.gov.in',
    'data.gov.in prices',
    [
      'State,District,Market,Commodity,Variety,Grade,Arrival_Date,Min_x0020_Price,Max_x0020_Price,Modal_x0020_Price',
      'Gujarat,Rajkot,Gondal,Groundnut,Local,FAQ,14/11/2024,5000,6100,5800',
    ],
  ],
  [
    'the history from data.gov.in',
    'data.gov.in prices',
    [
      'State,District,Market,Commodity,Variety,Grade,Arrival_Date,Min_Price,Max_Price,Modal_Price,Commodity_Code',
      'Gujarat,Rajkot,Gondal,Groundnut,Local,FAQ,2024-11-14,5000.0,6100.0,5800.0,10',
    ],
  ],
  [
    'the XML from data.gov.in',
    'data.gov.in prices',
    [
      '<?xml version="1.0" standalone="yes"?>',
      '<NewDataSet>',
      '  <Table><State>Gujarat</State><District>Rajkot</District><Market>Gondal</Market>',
      '    <Commodity>Groundnut</Commodity><Variety>Local</Variety><Arrival_Date>14/11/2024</Arrival_Date>',
      '    <Min_x0020_Price>5000</Min_x0020_Price><Max_x0020_Price>6100</Max_x0020_Price>',
      '    <Modal_x0020_Price>5800</Modal_x0020_Price></Table>',
      '</NewDataSet>',
    ],
  ],
  [
    'the price report of a state',
    'AGMARKNET price report',
    [
      `Sl no.,District Name,Market Name,Commodity,Variety,Grade,${prices},Price Date`,
      '1,Rajkot,Gondal,Groundnut,Local,FAQ,5000,6100,5800,14 Nov 2024',
    ],
    { state: 'Gujarat' },
  ],
  [
    'price reports of several states',
    'AGMARKNET price report',
    [
      `Sl no.,District Name,Market Name,Commodity,Variety,Grade,${prices},Price Date,State`,
      '1,Rajkot,Gondal,Groundnut,Local,FAQ,5000,6100,5800,14 Nov 2024,Gujarat',
    ],
  ],
  [
    'the price report as the portal’s .xls',
    'AGMARKNET price report',
    [
      '<div><table cellspacing="0" rules="all" border="1">',
      tableRow('th', `Sl no.,District Name,Market Name,Commodity,Variety,Grade,${prices},Price Date`),
      tableRow('td', '1,<b>Rajkot</b>,Gondal&nbsp;,Groundnut,Local,FAQ,5000,6100,5800,14 Nov 2024'),
      '</table></div>',
    ],
    { state: 'Gujarat' },
  ],
  [
    'the price and arrivals report',
    'AGMARKNET price and arrivals report',
    [arrivals, 'Gujarat,Rajkot,Gondal,Local,Oil Seeds,121.5,5000,6100,5800,14 Nov 2024'],
    { commodity: 'Groundnut' },
  ],
  [
    'the price and arrivals report of other years',
    'AGMARKNET price and arrivals report',
    [
      'State Name,District Name,Market Name,Variety,Group,Arrivals,Min Price,Max Price,Modal Price,Reported Date',
      'Gujarat,Rajkot,Gondal,Local,Oil Seeds,NR,5000,6100,5800,2024-11-14',
    ],
    { commodity: 'Groundnut' },
  ],
  [
    'the price and arrivals report as the portal’s .xls, with totals',
    'AGMARKNET price and arrivals report',
    [
      '<table><tr><td colspan="10">Price and Arrival Report</td></tr>',
      tableRow('th', arrivals),
      tableRow('td', 'Gujarat,Rajkot,Gondal,Local,Oil Seeds,121.50,5000,6100,5800,14 Nov 2024'),
      tableRow('td', ',,,,Total,121.50'),
      '<tr><td colspan="4">Grand Total</td><td>121.50</td></tr></table>',
    ],
    { commodity: 'Groundnut' },
  ],
  [
    'the daily report of AGMARKNET 2.0',
    'AGMARKNET 2.0 report',
    [
      ',,,,,,,Daily Price Arrival Report-01-11-2024 to 20-11-2024 for Gujarat,,,,,,',
      'State/UT,District,Market,Commodity Group,Commodity,Variety,Grade,Min Price,Max Price,Modal Price,Price Unit,Arrival Quantity,Arrival Unit,Arrival Date',
      'Gujarat,Rajkot,Gondal,Oil Seeds,Groundnut,Local,FAQ,"5,000.00","6,100.00","5,800.00",Rs./Quintal,"1,210.50",Metric Tonnes,14-11-2024',
    ],
  ],
];

test.each(vintages)('reads %s', async (_, format, lines, given) => {
  expect(await take(lines, given)).toEqual({
    result: 1,
    refused: [],
    formats: [format],
    states: ['Gujarat'],
    days: ['2024-11-14', '2024-11-14'],
    rates: 1,
  });
  expect(await stored()).toEqual([gondal]);
});

test('reads the report of all types of AGMARKNET 2.0, which has no range of prices', async () => {
  const lines = [
    ',,,,,All Type of Report (All Grades),,,,',
    'State/UT,District,Market,Commodity Group,Commodity,Date,Arrival Quantity 01-01-2024 to 06-10-2024,Arrival Unit,Modal Price 01-01-2024 to 06-10-2024,Price Unit',
    'Gujarat,Rajkot,Gondal ,Oil Seeds,Groundnut,14-11-2024,10.0,Metric Tonnes,"5,800.00",Rs./Quintal',
  ];
  expect(await take(lines)).toMatchObject({ result: 1, refused: [], formats: ['AGMARKNET 2.0 report'] });
  expect(await stored()).toEqual([[...gondal.slice(0, 5), 5800, 5800, 5800]]);
});

const header = vintages[1]![2][0]!;
const rowOf = (market: string, day = '14/11/2024') =>
  `Gujarat,Rajkot,${market},Groundnut,Local,FAQ,${day},5000,6100,5800,10`;

test.each([
  ['tabs', '\t'],
  ['semicolons', ';'],
])('reads columns that are split by %s', async (_, delimiter) => {
  const lines = [header, rowOf('Gondal').replace(',5800,', ',"5,800",'), rowOf('Jasdan')];
  const text = lines.map((line) =>
    line.replace('"5,800"', '5#800').replaceAll(',', delimiter).replace('#', ','),
  );
  expect(await take(text)).toMatchObject({ result: 2, refused: [] });
});

describe('joined files', () => {
  test('have the line endings of each part', async () => {
    const text = `${header}\r\n${rowOf('A')}\r\n${rowOf('B')}\n${rowOf('C')}\r${rowOf('D')}\n\r\n${rowOf('E')}\n${rowOf('F', 'soon')}\r\n`;
    expect(await take(text)).toMatchObject({
      result: 5,
      refused: [[8, '"soon" is not a valid arrival date']],
    });
    expect(await take(`${header}\n${rowOf('G')}\r\n${rowOf('H')}\n`)).toMatchObject({ result: 2 });
    expect(await take(`${header}\r${rowOf('I')}\r${rowOf('J')}`)).toMatchObject({ result: 2 });
  });

  test('have line endings that are split between two chunks', async () => {
    const rows = Array.from({ length: 12_000 }, (_, index) => rowOf(`Mandi ${index}`));
    const text = `${header}\r\n${rows.join('\r\n')}`;
    const cut = 256 * 1024;
    const padding = cut - 1 - text.indexOf('\r\n', cut - 200);
    const padded = text.replace('5800,10', `5800,10${'0'.repeat(padding)}`);
    expect(padded.slice(cut - 1, cut + 1)).toBe('\r\n');
    expect(await take(`${padded}\r\n${rowOf('last', 'soon')}`)).toMatchObject({
      result: 12_000,
      refused: [[12_002, '"soon" is not a valid arrival date']],
    });
  });

  test('have a header, a byte order mark and a title for each part', async () => {
    const [second, part] = [vintages[9]![2], vintages[6]![2]];
    const lines = [
      header,
      rowOf('A', '13/11/2024'),
      `\uFEFF${header}`,
      rowOf('B'),
      ...second,
      'Gujarat,Rajkot,,,,,',
      ...part,
    ];
    expect(await take(lines, { commodity: 'Groundnut' })).toEqual({
      result: 4,
      refused: [[8, 'the row has 7 fields, but the header has 14']],
      formats: ['data.gov.in prices', 'AGMARKNET 2.0 report', 'AGMARKNET price and arrivals report'],
      states: ['Gujarat'],
      days: ['2024-11-13', '2024-11-14'],
      rates: 4,
    });
  });

  test('a part with a header that lacks something is refused by row', async () => {
    const part = vintages[6]![2];
    const reason = 'The file has no Commodity column. Give the commodity with --commodity';
    expect(await take([header, rowOf('A'), ...part, header, rowOf('B')])).toMatchObject({
      result: 2,
      refused: [[4, expect.stringContaining(reason)]],
    });
  });
});

test('asks for what the file lacks', async () => {
  expect((await take(vintages[6]![2])).result).toContain('--commodity "Onion"');
  expect((await take(vintages[3]![2])).result).toContain('--state "Punjab"');
});

test('refuses prices of unknown units', async () => {
  const lines = vintages[9]![2];
  const other = (unit: string) => lines[2]!.replace('Rs./Quintal', unit).replace('Gondal', unit);
  const units = ['Rs./Cartload', 'Rs./Number', 'Rs./Kg', 'Rs/Quintal', 'Rs. per Quintal', ''];
  expect(
    await take([...lines.slice(0, 2), ...units.map((unit) => other(unit).replace(',,', ',Empty,'))]),
  ).toMatchObject({ result: 5, refused: [[3, '"Rs./Cartload" is not a known unit']] });
  const perCartload = vintages[6]![2].map((line) => line.replaceAll('Rs./Quintal', 'Rs./Cartload'));
  const { refused } = await take(perCartload, { commodity: 'Groundnut' });
  expect(refused).toEqual([[2, '"Rs./Cartload" is not a known unit']]);
});

test('rows without a report are refused, and empty cells at the end of a row are not', async () => {
  const lines = [
    `${header},,`,
    `${rowOf('A')},,`,
    rowOf('B'),
    `${rowOf('C')},,,`,
    rowOf('D').replace(',5800,', ',NR,'),
    rowOf('E').replace(',5800,', ',-,'),
    `${rowOf('F')},more`,
  ];
  expect(await take(lines)).toMatchObject({
    result: 3,
    refused: [
      [5, 'the modal price is missing or not between 0 and 25,00,000'],
      [6, 'the modal price is missing or not between 0 and 25,00,000'],
      [7, 'the row has 12 fields, but the header has 11'],
    ],
  });
});

test('reads every way in which the dates of the portals are written', async () => {
  const days = [
    '14-Nov-24',
    '14/11/24',
    '2024-11-14 00:00:00+05:30',
    '2024-11-13T18:30:00.000Z',
    '"14 Nov, 2024"',
  ];
  const rows = days.map((day, index) => rowOf(`Mandi ${index}`, day));
  expect(await take([header, ...rows])).toMatchObject({
    result: 5,
    refused: [],
    days: ['2024-11-14', '2024-11-14'],
  });
});

test('a cell without an end is refused', async () => {
  expect((await take(`<table><tr><td>${'x'.repeat(300_000)}`)).result).toContain(
    'Line 1: a cell has more than',
  );
});
