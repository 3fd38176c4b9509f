/** Starts a browser download of a file in memory. */
export function downloadFile(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // The URL must stay valid until the browser has started the download.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
