import type { AdvisoryType, Weather } from '@upaj/contract/weather';
import type { Forecast, ForecastDay } from './forecast.ts';

type Advisory = Weather['alerts'][number];

interface Rule {
  type: AdvisoryType;
  /** What of the day gives rise to it; undefined: nothing does. Null where there is no number for it. */
  find(day: ForecastDay): number | null | undefined;
  message(value: number | null): string;
}

/** The India Meteorological Department calls 64.5 mm a day heavy rain, and 40 °C in the plains a heat wave. */
const heavyRainMm = 64.5;
const heatFrom = 40;
/** Dew freezes on leaves while the air two metres above is a little warmer. */
const frostTo = 3;
/** Beaufort 6: standing crops lodge, sheets of poly-houses tear. */
const strongWindFrom = 39;
/** Where the millimetres are missing. A thunderstorm (95) may bring a few drops. */
const heavyCodes = [65, 67, 82, 96, 99];

/** A dry and calm day: what is sprayed stays where it was put. */
const spraying = { rainChanceTo: 20, windTo: 15, highTo: 35 };

const atLeast = (value: number | null, least: number) =>
  value !== null && value >= least ? value : undefined;

const rules: readonly Rule[] = [
  {
    type: 'heavy-rain',
    find({ code, rain, rainMm }) {
      if (rainMm !== null) return atLeast(rainMm, heavyRainMm);
      return heavyCodes.includes(code) && (rain ?? 100) >= 60 ? null : undefined;
    },
    message: (mm) =>
      `Heavy rain is likely${mm ? ` (about ${Math.round(mm)} mm)` : ''}. Clear the drains, cover what is harvested, and wait with irrigation and fertilizer.`,
  },
  {
    type: 'heat',
    find: ({ high }) => atLeast(high, heatFrom),
    message: (high) =>
      `Great heat, up to ${Math.round(high ?? heatFrom)} °C. Irrigate in the evening, and work in the morning.`,
  },
  {
    type: 'frost',
    find: ({ low }) => (low !== null && low <= frostTo ? low : undefined),
    message: (low) =>
      `Frost is possible: down to ${Math.round(low ?? frostTo)} °C. Irrigate lightly in the evening and cover seedlings.`,
  },
  {
    type: 'strong-wind',
    find: ({ windSpeed }) => atLeast(windSpeed, strongWindFrom),
    message: (wind) =>
      `Strong wind, up to ${Math.round(wind ?? strongWindFrom)} km/h. Prop up tall crops, tie down sheets, and do not spray.`,
  },
  {
    type: 'spraying',
    find: ({ rain, rainMm, windSpeed, high }) =>
      rain !== null &&
      windSpeed !== null &&
      rain <= spraying.rainChanceTo &&
      (rainMm ?? 0) < 1 &&
      windSpeed <= spraying.windTo &&
      (high ?? 0) <= spraying.highTo
        ? null
        : undefined,
    message: () => 'A dry and calm day: good for spraying, in the morning or the evening.',
  },
];

/** What the coming days mean for work in the field: of each kind the first day, warnings before opportunities. */
export function findAdvisories({ days }: Forecast): Advisory[] {
  return rules.flatMap(({ type, find, message }) => {
    for (const day of days) {
      const value = find(day);
      if (value !== undefined) return [{ type, icon: type, message: message(value), day: day.day, value }];
    }
    return [];
  });
}
