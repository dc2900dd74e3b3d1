import X from 'lucide-react/icons/x';
import { useId, type ReactNode } from 'react';
import { cx } from './cx.ts';

const look =
  'inline-flex min-h-11 max-w-full shrink-0 items-center gap-1.5 rounded-full border px-4 whitespace-nowrap ' +
  'pointer-fine:min-h-9.5 pointer-fine:px-3.5 has-[select:focus-visible]:outline-3 has-[select:focus-visible]:outline-offset-2 has-[select:focus-visible]:outline-sky';
const resting = 'border-line bg-card font-medium hover:border-leaf';
const chosen = 'border-leaf bg-leaf-wash font-semibold text-leaf';

/** Makes a button that does not stay pressed look like a chip. */
export const plainChipClass = cx(look, resting, 'aria-disabled:opacity-50');

interface ChipProps {
  pressed: boolean;
  onPress: () => void;
  children: ReactNode;
}

export function Chip({ pressed, onPress, children }: ChipProps) {
  return (
    <button
      type="button"
      aria-pressed={pressed}
      onClick={onPress}
      className={cx(look, pressed ? chosen : resting)}
    >
      {children}
    </button>
  );
}

interface SelectChipProps {
  label: string;
  icon: ReactNode;
  options: readonly { value: string; label: string }[];
  value: string;
  onChange: (value: string) => void;
  /** True when the choice differs from the default. */
  isChosen?: boolean;
  /** Phones show only the icon while the default is chosen. */
  isShort?: boolean;
}

/** Shows the choice. The native picker lies over it, so that a press opens it. */
export function SelectChip(props: SelectChipProps) {
  const { label, icon, options, value, onChange, isChosen = false, isShort = false } = props;
  return (
    <span className={cx(look, 'relative', isChosen ? chosen : resting)}>
      {icon}
      <span aria-hidden className={cx(isShort && !isChosen && 'max-md:hidden')}>
        {options.find((option) => option.value === value)?.label}
      </span>
      <select
        aria-label={label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="absolute inset-0 w-full cursor-pointer rounded-full text-base opacity-0"
      >
        {options.map((option) => (
          <option key={option.value} value={option.value} className="bg-card text-ink">
            {option.label}
          </option>
        ))}
      </select>
    </span>
  );
}

interface RemovableChipProps {
  removeLabel: string;
  onRemove: () => void;
  children: ReactNode;
}

export function RemovableChip({ removeLabel, onRemove, children }: RemovableChipProps) {
  return (
    <button type="button" aria-label={removeLabel} onClick={onRemove} className={cx(look, chosen)}>
      <span className="truncate">{children}</span>
      <X size={18} aria-hidden className="shrink-0" />
    </button>
  );
}

interface ChipGroupProps {
  label: string;
  options: readonly { value: string; label: string; lang?: string }[];
  /** The empty text is a value too, such as for 'All'. */
  value: string;
  onChange: (value: string) => void;
  layout?: 'wrap' | 'row';
  before?: ReactNode;
  after?: ReactNode;
}

/** The chips are radio buttons, so that arrow keys and screen readers work. */
export function ChipGroup({
  label,
  options,
  value,
  onChange,
  layout = 'wrap',
  before,
  after,
}: ChipGroupProps) {
  const name = useId();
  return (
    <div
      role="radiogroup"
      aria-label={label}
      className={layout === 'row' ? '-mx-3.5 scroll-row gap-2 px-3.5 py-1.5' : 'flex flex-wrap gap-2'}
    >
      {before}
      {options.map((option) => (
        <label
          key={option.value}
          lang={option.lang}
          className={cx(look, 'relative cursor-pointer', option.value === value ? chosen : resting)}
        >
          <input
            type="radio"
            name={name}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
            className="peer absolute inset-0 cursor-pointer opacity-0"
          />
          <span className="pointer-events-none absolute inset-0 rounded-full outline-offset-2 outline-sky peer-focus-visible:outline-3" />
          {option.label}
        </label>
      ))}
      {after}
    </div>
  );
}
