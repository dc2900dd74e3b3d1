import X from 'lucide-react/icons/x';
import {
  useId,
  useLayoutEffect,
  useRef,
  type FormEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  type RefObject,
  type SyntheticEvent,
} from 'react';
import { useT } from '#i18n/locale.ts';
import { addLayer } from '#lib/layers.ts';
import { makeSignal } from '#lib/signal.ts';
import { IconButton } from './button.tsx';
import { cx } from './cx.ts';

export interface DialogProps {
  title: string;
  onClose: () => void;
  children: ReactNode;
  footer?: ReactNode;
}

const centred = 'm-auto w-[min(32rem,calc(100%-1.75rem))] rounded-card animate-fade';
const bottom =
  'max-md:mt-auto max-md:mb-0 max-md:mx-auto max-md:w-full max-md:max-w-[40rem] max-md:rounded-t-card max-md:animate-rise ' +
  'md:m-auto md:w-[32rem] md:rounded-card md:animate-fade';

/** On phones each button takes the whole width, below the previous one. */
export const dialogButtonsClass = 'flex flex-wrap justify-end gap-2 max-sm:flex-col';

/** The dialog is open while it is mounted: `{isOpen && <Dialog …>}`. */
export function Dialog(props: DialogProps) {
  return <Modal {...props} place={centred} />;
}

/** The sheet comes from the bottom on phones, and is in the middle of larger screens. */
export function Sheet(props: DialogProps) {
  return <Modal {...props} place={bottom} />;
}

function Modal({ title, onClose, children, footer, place }: DialogProps & { place: string }) {
  const t = useT('common');
  const titleId = useId();
  return (
    <dialog
      {...useModal(onClose)}
      aria-labelledby={titleId}
      className={cx(
        'max-h-[88vh] overflow-hidden bg-card p-0 text-left text-base font-normal text-ink',
        place,
      )}
    >
      <div className="flex max-h-[88vh] flex-col">
        <header className="flex items-center justify-between gap-2 border-b border-line py-1.5 pr-2 pl-4">
          <h2 id={titleId} className="min-w-0 py-1 text-lead leading-snug font-semibold wrap-break-word">
            {title}
          </h2>
          <IconButton label={t('close')} onClick={onClose}>
            <X size={22} aria-hidden />
          </IconButton>
        </header>
        <div className="scroll-py-14 overflow-y-auto overscroll-contain p-4">{children}</div>
        {footer && <footer className={cx(dialogButtonsClass, 'border-t border-line p-3')}>{footer}</footer>}
      </div>
    </dialog>
  );
}

/** Holds the dialog on top. The browser makes everything outside of it inert. */
export const topModal = makeSignal<Element | null>(null);

function findTopModal(): void {
  topModal.set([...document.querySelectorAll('dialog[open]')].at(-1) ?? null);
}

interface ModalControl {
  ref: RefObject<HTMLDialogElement | null>;
  onCancel: (event: SyntheticEvent) => void;
  onInput: (event: FormEvent) => void;
  onPointerDown: (event: PointerEvent) => void;
  onClick: (event: MouseEvent) => void;
}

/** Uses the browser's modal dialog, which traps the focus, closes on Escape and makes the rest inert. */
function useModal(onClose: () => void): ModalControl {
  const ref = useRef<HTMLDialogElement>(null);
  const hasInput = useRef(false);
  const isBackdropPressed = useRef(false);
  // The dialog must be closed while it is in the page, or the focus cannot return to where it was.
  useLayoutEffect(() => {
    const dialog = ref.current;
    const root = document.documentElement;
    dialog?.showModal();
    findTopModal();
    root.classList.add('has-modal');
    const removeLayer = addLayer(() => dialog?.dispatchEvent(new Event('cancel', { cancelable: true })));
    return () => {
      removeLayer();
      dialog?.close();
      findTopModal();
      // The class stays while a dialog below this one is open, such as a form below a confirmation.
      if (!topModal.get()) root.classList.remove('has-modal');
    };
  }, []);
  return {
    ref,
    onCancel: (event) => {
      event.preventDefault();
      onClose();
    },
    onInput: () => {
      hasInput.current = true;
    },
    onPointerDown: (event) => {
      isBackdropPressed.current = event.target === event.currentTarget;
    },
    // A drag from a field to the backdrop also ends in a click on the dialog, so the press must begin there too. Once
    // something was typed, a click beside the dialog does not close it.
    onClick: (event) => {
      const isOnBackdrop = event.target === event.currentTarget && isBackdropPressed.current;
      if (isOnBackdrop && !hasInput.current) onClose();
    },
  };
}
