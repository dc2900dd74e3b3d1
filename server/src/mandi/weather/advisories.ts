import type { AdvisoryType, Weather } from '@upaj/contract/mandi/weather';
import type { Forecast, ForecastDay } from './open-meteo.ts';

type Advisory = Weather['alerts'][number];

interface Rule {
  type: AdvisoryType;
  /** Returns the value that triggers the advisory, null if it is unknown, and undefined if nothing does. */
  find(day: ForecastDay): number | null | undefined;
  message(value: number | null): string;
}

/** The India Meteorological Department calls 64.5 mm a day heavy rain, and 40 °C in the plains a heatwave. */
const heavyRainMm = 64.5;
const heatFrom = 40;
/** Leaves may freeze while the air two metres above is warmer. */
const frostTo = 3;
/** At Beaufort 6 standing crops lodge and polyhouse sheets tear. */
const strongWindFrom = 39;
/** These codes mean heavy rain if the amount is missing. 95 does not, because a thunderstorm may bring little rain. */
const heavyCodes = [65, 67, 82, 96, 99];

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
      `Heavy rain is likely${mm ? ` (about ${Math.round(mm)} mm)` : ''}. Clear the drains, cover harvested produce, and postpone irrigation and fertilizer.`,
  },
  {
    type: 'heat',
    find: ({ high }) => atLeast(high, heatFrom),
    message: (high) =>
      `Heatwave expected, up to ${Math.round(high ?? heatFrom)} °C. Irrigate in the evening, and work in the morning.`,
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
      `Strong winds expected, up to ${Math.round(wind ?? strongWindFrom)} km/h. Support tall crops, tie down sheets, and do not spray.`,
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
    message: () => 'Dry and calm: good conditions for spraying in the morning or evening.',
  },
];

export function findAdvisories({ days }: Forecast): Advisory[] {
  return rules.flatMap(({ type, find, message }) => {
    for (const day of days) {
      const value = find(day);
      if (value !== undefined) return [{ type, icon: type, message: message(value), day: day.day, value }];
    }
    return [];
  });
}
