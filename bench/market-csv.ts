import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crops } from '@upaj/contract/crops';
import { districtsOf, states } from '@upaj/contract/places';

const header =
  'State,District,Market,Commodity,Variety,Grade,Arrival_Date,Min_Price,Max_Price,Modal_Price,Commodity_Code\n';
const goods = crops.flatMap(({ agmarknet }) => agmarknet.slice(0, 1)).slice(0, 26);
const day = 24 * 60 * 60_000;

/** For all districts, day by day, the same in every run. */
export async function writeMarketCsv(file: string, rows: number): Promise<void> {
  await pipeline(Readable.from(chunks(rows)), createWriteStream(file));
}

/** The last day is always yesterday. */
function* chunks(rows: number): Generator<string> {
  const series = states.flatMap((state) =>
    districtsOf(state).flatMap((district) => goods.map((commodity) => [state, district, commodity] as const)),
  );
  const days = Math.ceil(rows / series.length);
  let text = header;
  for (let row = 0; row < rows; row += 1) {
    const index = row % series.length;
    const [state, district, commodity] = series[index] ?? ['', '', ''];
    const at = new Date(Date.now() - (days - Math.floor(row / series.length)) * day)
      .toISOString()
      .slice(0, 10);
    const modal = 1_200 + ((index * 7_919) % 4_000) + ((row * 31) % 400);
    text += `"${state}","${district}","${district} APMC","${commodity}",Local,FAQ,${at.split('-').reverse().join('/')},${modal - 150},${modal + 180},${modal},${index % 500}\n`;
    if (text.length < 60_000) continue;
    yield text;
    text = '';
  }
  yield text;
}
