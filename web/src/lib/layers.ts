/** Closes one open dialog, menu or viewer each; the topmost is the last. */
const layers: (() => void)[] = [];

/** The browser's back button then closes the layer. @returns the function to call when it is closed */
export function addLayer(close: () => void): () => void {
  layers.push(close);
  return () => {
    layers.splice(layers.indexOf(close), 1);
  };
}

/** Returns whether a layer was open. It may stay open, such as a form that asks first. */
export function closeTopLayer(): boolean {
  const close = layers.at(-1);
  close?.();
  return close !== undefined;
}
