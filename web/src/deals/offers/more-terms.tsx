import { dayInIndia, todayInIndia, writeDay } from '@upaj/contract/days';
import { limits } from '@upaj/contract/limits';
import ChevronDown from 'lucide-react/icons/chevron-down';
import type { ComponentProps } from 'react';
import { useT } from '#i18n/locale.ts';
import { TextField } from '#ui/text-field.tsx';
import type { OptionalTerms, TermsValues } from './terms-values.ts';

export function hasMore({ pickupDate, bags, advance }: TermsValues): boolean {
  return [pickupDate, bags, advance].some(Boolean);
}

interface MoreTermsProps {
  isOpen: boolean;
  onToggle: (isOpen: boolean) => void;
  delivery: string;
  field: (name: keyof OptionalTerms) => Omit<ComponentProps<typeof TextField>, 'label'>;
}

/** Folds the optional terms until they are used, so that the form stays short. */
export function MoreTerms({ isOpen, onToggle, delivery, field }: MoreTermsProps) {
  const t = useT('offers');
  return (
    <details className="group" open={isOpen} onToggle={({ currentTarget }) => onToggle(currentTarget.open)}>
      <summary className="flex min-h-11 w-fit cursor-pointer list-none items-center gap-1.5 font-semibold text-leaf">
        {t('moreTerms')}
        <ChevronDown size={18} aria-hidden className="group-open:rotate-180" />
      </summary>
      <div className="mt-2 grid grid-cols-2 items-start gap-3 md:gap-5">
        <div className="col-span-2">
          <TextField
            label={t(delivery === 'delivered' ? 'pickupDate.delivered' : 'pickupDate.pickup')}
            type="date"
            min={todayInIndia()}
            max={writeDay(dayInIndia() + limits.offer.pickupDays)}
            optional
            {...field('pickupDate')}
          />
        </div>
        <TextField label={t('bags')} inputMode="numeric" autoComplete="off" optional {...field('bags')} />
        <TextField
          label={t('advance')}
          prefix="₹"
          inputMode="decimal"
          autoComplete="off"
          optional
          {...field('advance')}
        />
      </div>
    </details>
  );
}
