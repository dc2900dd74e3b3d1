import type { MarketPrice } from '@upaj/contract/mandi/market-prices';

export function withPrice(json: string, price: MarketPrice | null): string {
  return `${json.slice(0, -1)},"marketPrice":${JSON.stringify(price)}}`;
}

export function withLike(json: string, isLiked: boolean): string {
  return `${json.slice(0, -1)},"isLiked":${isLiked}}`;
}
