/** Reads a whole response, reporting the bytes received. @throws AbortError if aborted */
export async function readWithProgress(
  response: Response,
  onProgress: (bytes: number, total: number | null) => void,
): Promise<Blob> {
  const total = Number(response.headers.get('Content-Length')) || null;
  const reader = response.body?.getReader();
  if (!reader) return response.blob();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(value as Uint8Array<ArrayBuffer>);
    bytes += value.byteLength;
    onProgress(bytes, total);
  }
  return new Blob(parts, { type: response.headers.get('Content-Type') ?? 'application/octet-stream' });
}

/** Returns the file name from the response's headers. */
export function fileNameOf(response: Response, fallback: string): string {
  const header = response.headers.get('Content-Disposition') ?? '';
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(header)?.[1];
  if (encoded) return decodeURIComponent(encoded);
  return /filename="?([^";]+)"?/i.exec(header)?.[1] ?? fallback;
}

/** Saves a file through the browser's downloads. */
export function saveFile(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
