/** What the field shows of the list below it. */
export interface Listbox {
  id: string;
  activeId: string | undefined;
}

export interface PopupHandle {
  /** True if the key was for the list. */
  onKey: (key: string) => boolean;
}
