import { writeDay } from '@upaj/contract/days';
import type { Rate, Trend } from '@upaj/contract/mandi/rates';

export interface Series {
  id: number;
  state: string;
  district: string;
  market: string;
  commodity: string;
  variety: string;
  grade: string;
  crop: string | null;
  isSample: boolean;
  day: number;
  minPrice: number;
  maxPrice: number;
  modalPrice: number;
  change: number;
  previousDay: number | null;
}

export function toRate(series: Series): Rate {
  const { commodity, crop, variety, grade, minPrice, maxPrice, modalPrice, change, isSample } = series;
  return {
    _id: String(series.id),
    commodity,
    crop,
    variety,
    grade,
    unit: 'quintal',
    minPrice,
    maxPrice,
    modalPrice,
    change,
    trend: trendOf(change),
    arrivalDate: writeDay(series.day),
    previousDate: series.previousDay === null ? null : writeDay(series.previousDay),
    market: series.market,
    district: series.district,
    state: series.state,
    isSample,
  };
}

function trendOf(change: number): Trend {
  return change > 0 ? 'up' : change < 0 ? 'down' : 'stable';
}
