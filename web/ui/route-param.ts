import { useParams } from '@tanstack/react-router';

/**
 * Returns a path parameter of the current screen: `useRouteParam('id')` on `/customers/$id`.
 * @throws Error if the screen's path does not declare it.
 */
export function useRouteParam(name: string): string {
  const params: Readonly<Record<string, string | undefined>> = useParams({ strict: false });
  const value = params[name];
  if (value === undefined) throw new Error(`This screen's path has no parameter "${name}"`);
  return value;
}
