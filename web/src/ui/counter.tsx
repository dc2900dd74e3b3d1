import { useEffect, useState } from 'react';
import { useT } from '#i18n/locale.ts';
import { useSettled } from '#lib/use-settled.ts';
import { cx } from './cx.ts';

/** Says how much room is left near the limit of a field, and how much is too much beyond it. Nothing is cut. */
export function Counter({ controlId, limit }: { controlId: string; limit: number }) {
  const t = useT();
  const [left, setLeft] = useState(limit);
  // After every render, because a form that is reset or filled by code sends no event.
  useEffect(() => {
    const control = document.getElementById(controlId) as HTMLInputElement;
    const count = () => setLeft(limit - control.value.trim().length);
    count();
    control.addEventListener('input', count);
    return () => control.removeEventListener('input', count);
  });
  const text =
    left < 0 ? t.common.charactersTooMany(-left) : left <= limit / 5 ? t.common.charactersLeft(left) : '';
  return (
    <div className={cx('text-right text-note empty:hidden', left < 0 ? 'text-mirch' : 'text-soft')}>
      {text && <p aria-hidden>{text}</p>}
      {/* Once typing pauses, or it would be read at every letter. */}
      <p role="status" className="sr-only">
        {useSettled(text, 1000)}
      </p>
    </div>
  );
}
