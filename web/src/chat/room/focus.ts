export const fieldId = 'chat-text';
export const messagesId = 'chat-messages';

/**
 * Keeps the focus in the room when the button that was pressed disappears. On touch screens it goes to the messages, because
 * the text field would open the keyboard.
 */
export function focusRoom(): void {
  const field = matchMedia('(pointer: coarse)').matches ? null : document.getElementById(fieldId);
  (field ?? document.getElementById(messagesId))?.focus({ preventScroll: true });
}
