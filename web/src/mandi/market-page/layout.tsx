import { Link } from '@tanstack/react-router';
import type { WeightUnit } from '@upaj/contract/mandi/alerts';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import type { ReactNode } from 'react';
import { textGroup, useT } from '#i18n/locale.ts';
import { buttonClass } from '#ui/button.tsx';
import { ChipGroup } from '#ui/chip.tsx';
import { toOptions } from '#ui/select-field.tsx';
import { rememberUnit } from '#mandi/weight-unit.ts';

interface SectionProps {
  id: string;
  title: string;
  action?: ReactNode;
  children: ReactNode;
}

export function Section({ id, title, action, children }: SectionProps) {
  return (
    <section aria-labelledby={id} className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id={id} tabIndex={-1} className="scroll-mt-10 text-lead font-semibold">
          {title}
        </h2>
        {action}
      </div>
      {children}
    </section>
  );
}

export function SectionLinks({ links }: { links: readonly { id: string; label: string }[] }) {
  const t = useT('market');
  const go = (id: string) => {
    const target = document.getElementById(id);
    target?.scrollIntoView();
    target?.focus({ preventScroll: true });
  };
  return (
    <nav
      aria-label={t('onThisPage')}
      className="sticky top-14 z-10 -mx-3.5 -mt-2 border-b border-line bg-paper md:top-16 lg:hidden"
    >
      <ul className="scroll-row gap-5 px-3.5">
        {links.map(({ id, label }) => (
          <li key={id} className="shrink-0">
            <button type="button" onClick={() => go(id)} className="min-h-11 font-semibold text-leaf">
              {label}
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}

export function MarketBack({ location }: { location?: string | undefined }) {
  const t = useT('market');
  return (
    <Link to="/Market" search={{ location }} className={buttonClass('quiet', '-ml-5 self-start')}>
      <ArrowLeft size={20} aria-hidden />
      {t('back')}
    </Link>
  );
}

interface UnitSwitchProps {
  unit: WeightUnit;
  onChange: (unit: WeightUnit) => void;
}

export function UnitSwitch({ unit, onChange }: UnitSwitchProps) {
  const t = useT('market');
  return (
    <ChipGroup
      label={t('unit')}
      options={toOptions(textGroup('market', 'units'))}
      value={unit}
      onChange={(chosen) => {
        rememberUnit(chosen as WeightUnit);
        onChange(chosen as WeightUnit);
      }}
    />
  );
}
