import { useLayoutEffect, useRef, type MouseEvent, type RefObject, type SyntheticEvent } from 'react';

interface Modal {
  ref: RefObject<HTMLDialogElement | null>;
  onCancel: (event: SyntheticEvent) => void;
  onClick: (event: MouseEvent) => void;
}

/**
 * Opens the browser's own modal dialog for as long as the component is mounted: it traps focus, closes on Escape,
 * makes the rest inert and gives focus back, at no cost in bytes. A press beside it closes it too.
 */
export function useModal(onClose: () => void): Modal {
  const ref = useRef<HTMLDialogElement>(null);
  // In the layout phase, because focus can only be given back while the dialog is still in the page.
  useLayoutEffect(() => {
    const dialog = ref.current;
    const root = document.documentElement;
    dialog?.showModal();
    root.classList.add('has-modal');
    return () => {
      dialog?.close();
      // A question on top of a form goes away alone.
      if (!document.querySelector('dialog[open]')) root.classList.remove('has-modal');
    };
  }, []);
  return {
    ref,
    onCancel: (event) => {
      event.preventDefault();
      onClose();
    },
    onClick: (event) => {
      if (event.target === event.currentTarget) onClose();
    },
  };
}
