/** Dialogs, menus and viewers that are open, the topmost last. */
const layers: (() => void)[] = [];

/** Back closes the layer while it is open. @returns what ends that. */
export function addLayer(close: () => void): () => void {
  layers.push(close);
  return () => {
    layers.splice(layers.indexOf(close), 1);
  };
}

/** Whether a layer was open. It may stay open, such as a form that asks first. */
export function closeTopLayer(): boolean {
  const close = layers.at(-1);
  close?.();
  return close !== undefined;
}
