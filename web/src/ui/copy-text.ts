import { topModal } from './dialog.tsx';

/** Returns whether the text is in the clipboard. Call it by a press of the user. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copySelection(text);
  }
}

/** Pages on plain http have no `navigator.clipboard`, but every browser copies a selection there. */
function copySelection(text: string): boolean {
  const focused = document.activeElement;
  const field = document.createElement('textarea');
  field.value = text;
  // Otherwise phones open the keyboard.
  field.readOnly = true;
  field.className = 'sr-only';
  // What is outside of an open dialog cannot be selected.
  (topModal.get() ?? document.body).append(field);
  field.focus({ preventScroll: true });
  field.select();
  try {
    return document.execCommand('copy');
  } catch {
    return false;
  } finally {
    field.remove();
    if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  }
}
