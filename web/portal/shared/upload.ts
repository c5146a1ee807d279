/**
 * Like `fetch`, but reports upload progress, which browsers offer only through XMLHttpRequest. @throws TypeError
 * without a response, AbortError if aborted.
 */
export function fetchWithProgress(
  url: string,
  init: RequestInit,
  onUpload: (fraction: number) => void,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const { signal } = init;
    const aborted = () => new DOMException('The upload was given up', 'AbortError');
    if (signal?.aborted) {
      reject(aborted());
      return;
    }
    const request = new XMLHttpRequest();
    request.open(init.method ?? 'GET', url);
    request.responseType = 'blob';
    for (const [name, value] of new Headers(init.headers)) request.setRequestHeader(name, value);
    const stop = () => request.abort();
    signal?.addEventListener('abort', stop);
    request.upload.onprogress = ({ loaded, total, lengthComputable }) => {
      if (lengthComputable && total > 0) onUpload(loaded / total);
    };
    request.upload.onload = () => onUpload(1);
    request.onload = () => {
      const { status, statusText } = request;
      resolve(new Response(request.response as Blob, { status, statusText, headers: headersOf(request) }));
    };
    request.onerror = () => reject(new TypeError('No answer came'));
    request.onabort = () => reject(aborted());
    request.onloadend = () => signal?.removeEventListener('abort', stop);
    request.send(init.body as XMLHttpRequestBodyInit);
  });
}

function headersOf(request: XMLHttpRequest): Headers {
  const headers = new Headers();
  for (const line of request.getAllResponseHeaders().split('\r\n')) {
    const at = line.indexOf(':');
    if (at > 0) headers.append(line.slice(0, at), line.slice(at + 1).trim());
  }
  return headers;
}
