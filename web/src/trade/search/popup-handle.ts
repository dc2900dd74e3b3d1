/** The field uses these values to describe the list below it. */
export interface Listbox {
  id: string;
  activeId: string | undefined;
}

export interface PopupHandle {
  /** Returns true if the list handled the key. */
  onKey: (key: string) => boolean;
}
