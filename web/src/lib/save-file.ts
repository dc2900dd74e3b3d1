export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // The browser reads the file only after the click, so its address must live on for a while.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
