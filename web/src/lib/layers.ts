/** Each function closes one open dialog, menu or photo viewer. The last one is on top. */
const layers: (() => void)[] = [];

/** Lets the browser's Back button close an open layer. @returns the function to call when the layer is closed */
export function addLayer(close: () => void): () => void {
  layers.push(close);
  return () => {
    layers.splice(layers.indexOf(close), 1);
  };
}

/** Returns whether a layer was open. It may stay open, such as a form that first asks whether to discard a text. */
export function closeTopLayer(): boolean {
  const close = layers.at(-1);
  close?.();
  return close !== undefined;
}
