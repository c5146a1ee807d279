import type { ApiRequestDetails } from '@daftar/contract/request-log';

/** Text as one word of a shell. */
const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

/**
 * A call as a command for a shell, with a placeholder for its key. What is masked in the log is masked in it.
 * @param base the address of the API in the call's mode, without a trailing slash
 */
export function curlOf(request: ApiRequestDetails, base: string): string {
  const { method, path, query, sent } = request;
  const lines = [
    `curl${method === 'GET' ? '' : ` -X ${method}`} ${quoted(`${base}${path}${query ? `?${query}` : ''}`)}`,
    '-H "Authorization: Bearer $DAFTAR_SECRET_KEY"',
    ...(sent ? ["-H 'Content-Type: application/json'", `-d ${quoted(sent)}`] : []),
  ];
  return lines.join(' \\\n  ');
}
