import EllipsisVertical from 'lucide-react/icons/ellipsis-vertical';
import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { addLayer } from '#lib/layers.ts';
import { buttonClass } from './button.tsx';

interface MenuProps {
  label: string;
  items: readonly { label: string; icon: ReactNode; onSelect: () => void; isDangerous?: boolean }[];
}

/** The menu has plain buttons that Tab reaches. Escape and a press outside close it. */
export function Menu({ label, items }: MenuProps) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    if (!isOpen) return;
    const onPress = (event: Event) => {
      if (!root.current?.contains(event.target as Node)) setOpen(false);
    };
    const close = () => {
      setOpen(false);
      button.current?.focus();
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') close();
    };
    const removeLayer = addLayer(close);
    document.addEventListener('pointerdown', onPress);
    document.addEventListener('focusin', onPress);
    document.addEventListener('keydown', onKey);
    return () => {
      removeLayer();
      document.removeEventListener('pointerdown', onPress);
      document.removeEventListener('focusin', onPress);
      document.removeEventListener('keydown', onKey);
    };
  }, [isOpen]);

  return (
    <div ref={root} className="relative">
      <button
        ref={button}
        type="button"
        aria-label={label}
        title={label}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
        className={buttonClass('line', 'px-2.5!')}
      >
        <EllipsisVertical size={21} aria-hidden />
      </button>
      {isOpen && (
        <ul
          id={id}
          className="absolute top-full right-0 z-10 mt-1 min-w-48 animate-fade rounded-control border border-line bg-card p-1 shadow-lg"
        >
          {items.map(({ label: text, icon, onSelect, isDangerous }) => (
            <li key={text}>
              <button
                type="button"
                onClick={() => {
                  // A dialog that opens now returns the focus to this button.
                  button.current?.focus();
                  setOpen(false);
                  onSelect();
                }}
                className={`flex min-h-11 w-full items-center gap-3 rounded-small px-3 text-left hover:bg-leaf-wash ${isDangerous ? 'text-mirch' : ''}`}
              >
                {icon}
                {text}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
