import { useId, type KeyboardEvent, type ReactNode } from 'react';
import { cx } from './cx.ts';

interface Tab {
  id: string;
  label: ReactNode;
  content: ReactNode;
}

interface TabsProps {
  label: string;
  tabs: readonly Tab[];
  value: string;
  onChange: (id: string) => void;
}

/** Arrow keys, Home and End move between the tabs. Tab reaches only the selected one. */
export function Tabs({ label, tabs, value, onChange }: TabsProps) {
  const base = useId();
  const chosen = tabs.find((tab) => tab.id === value) ?? tabs[0];

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const index = tabs.findIndex((tab) => tab.id === chosen?.id);
    const moves: Record<string, number> = {
      ArrowRight: (index + 1) % tabs.length,
      ArrowLeft: (index - 1 + tabs.length) % tabs.length,
      Home: 0,
      End: tabs.length - 1,
    };
    const next = tabs[moves[event.key] ?? -1];
    if (!next) return;
    event.preventDefault();
    onChange(next.id);
    document.getElementById(`${base}-${next.id}`)?.focus();
  };

  return (
    <div>
      <div
        role="tablist"
        tabIndex={-1}
        aria-label={label}
        onKeyDown={onKeyDown}
        className="scroll-row border-b sm:gap-1 border-line"
      >
        {tabs.map((tab) => {
          const isChosen = tab.id === chosen?.id;
          return (
            <button
              key={tab.id}
              type="button"
              role="tab"
              id={`${base}-${tab.id}`}
              aria-selected={isChosen}
              aria-controls={`${base}-panel`}
              tabIndex={isChosen ? 0 : -1}
              onClick={() => onChange(tab.id)}
              className={cx(
                '-mb-px -outline-offset-3 min-h-11 shrink-0 border-b-3 px-2 whitespace-nowrap max-sm:grow sm:px-4',
                isChosen
                  ? 'border-leaf font-semibold text-leaf'
                  : 'border-transparent text-soft hover:text-ink',
              )}
            >
              {tab.label}
            </button>
          );
        })}
      </div>
      <div role="tabpanel" id={`${base}-panel`} aria-labelledby={`${base}-${chosen?.id}`} className="pt-5">
        {chosen?.content}
      </div>
    </div>
  );
}
