import type { WeatherIcon } from '@upaj/contract/mandi/weather';

interface Condition {
  condition: string;
  icon: WeatherIcon;
}

const conditions: readonly (Condition & { codes: readonly number[] })[] = [
  { codes: [0], condition: 'Clear', icon: 'clear' },
  { codes: [1], condition: 'Mainly clear', icon: 'clear' },
  { codes: [2], condition: 'Partly cloudy', icon: 'partly-cloudy' },
  { codes: [3], condition: 'Overcast', icon: 'cloudy' },
  { codes: [45, 48], condition: 'Fog', icon: 'fog' },
  { codes: [51, 53, 55], condition: 'Drizzle', icon: 'drizzle' },
  { codes: [56, 57], condition: 'Freezing drizzle', icon: 'drizzle' },
  { codes: [61, 63, 65], condition: 'Rain', icon: 'rain' },
  { codes: [66, 67], condition: 'Freezing rain', icon: 'rain' },
  { codes: [71, 73, 75, 77], condition: 'Snow', icon: 'snow' },
  { codes: [80, 81, 82], condition: 'Rain showers', icon: 'rain' },
  { codes: [85, 86], condition: 'Snow showers', icon: 'snow' },
  { codes: [95], condition: 'Thunderstorm', icon: 'thunder' },
  { codes: [96, 99], condition: 'Thunderstorm with hail', icon: 'thunder' },
];

export function describeCode(code: number): Condition {
  const found = conditions.find(({ codes }) => codes.includes(code));
  return found
    ? { condition: found.condition, icon: found.icon }
    : { condition: 'Not known', icon: 'cloudy' };
}
