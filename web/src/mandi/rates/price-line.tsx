import type { Rate } from '@upaj/contract/mandi/rates';

const [width, height] = [48, 16];

/** Draws the latest prices; the change beside it says the same in words. */
export function PriceLine({ rate: { recent = [] } }: { rate: Rate }) {
  if (recent.length < 2) return null;
  const [low, high] = [Math.min(...recent), Math.max(...recent)];
  const points = recent.map((price, index) => {
    const y = high === low ? 0.5 : (high - price) / (high - low);
    return `${((index / (recent.length - 1)) * width).toFixed(1)},${(1 + y * (height - 2)).toFixed(1)}`;
  });
  return (
    <svg
      aria-hidden
      viewBox={`0 0 ${width} ${height}`}
      className="inline-block h-4 w-12 overflow-visible text-soft"
    >
      <polyline
        points={points.join(' ')}
        fill="none"
        stroke="currentColor"
        strokeWidth={1.5}
        strokeLinejoin="round"
      />
    </svg>
  );
}
