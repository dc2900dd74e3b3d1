import { limits } from '@upaj/contract/limits';
import Search from 'lucide-react/icons/search';
import { controlClass } from '#ui/control-class.ts';
import { cx } from '#ui/cx.ts';

interface SearchFieldProps {
  label: string;
  value: string;
  onChange: (text: string) => void;
}

export function SearchField({ label, value, onChange }: SearchFieldProps) {
  return (
    <div className="relative">
      <Search
        size={19}
        aria-hidden
        className="pointer-events-none absolute inset-y-0 left-3.5 my-auto text-soft"
      />
      <input
        type="search"
        aria-label={label}
        placeholder={label}
        value={value}
        maxLength={limits.search.max}
        autoComplete="off"
        enterKeyHint="search"
        onChange={(event) => onChange(event.target.value)}
        className={cx(controlClass, 'pl-10')}
      />
    </div>
  );
}
