import { readFile } from '../files/index.ts';
import type { App } from '../platform/context.ts';
import type { FileResult } from '../platform/http/handlers.ts';

/**
 * Returns a merchant's file for the console, or a resized picture. A PDF may contain scripts, so it is downloaded, and
 * the console renders its bytes itself.
 * @throws FileNotFound
 */
export async function documentOf(
  app: App,
  owner: { merchantId: number },
  path: string,
  size?: 'small' | 'large',
): Promise<FileResult> {
  const { content, type, name } = await readFile(app, owner, path, size);
  const inline = type.startsWith('image/');
  return { content, contentType: type, fileName: name, inline };
}
