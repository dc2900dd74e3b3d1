import { Link } from '@tanstack/react-router';
import type { Rate } from '@upaj/contract/mandi/rates';
import { useCommodityName } from '#mandi/use-commodity-name.ts';

interface RateLinkProps {
  rate: Rate;
  /** The place that was looked at goes along. */
  location: string;
}

/** The commodity, leading to its rate; the cell or card around it takes the press. */
export function RateLink({ rate, location }: RateLinkProps) {
  const { name, official } = useCommodityName()(rate);
  return (
    <>
      <Link
        to="/Market/rates/$rateId"
        params={{ rateId: rate._id }}
        search={{ location }}
        className="rounded-small font-semibold after:absolute after:inset-0 hover:underline"
      >
        {name}
      </Link>
      {official && (
        <span lang="en" className="block text-note font-normal text-soft">
          {official}
        </span>
      )}
    </>
  );
}
