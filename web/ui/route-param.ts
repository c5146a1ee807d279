import { useParams } from '@tanstack/react-router';

/**
 * A path parameter of the current screen: `useRouteParam('id')` on `/customers/$id`.
 * @throws Error when the screen's path does not declare it, which is a mistake in the route table.
 */
export function useRouteParam(name: string): string {
  const params: Readonly<Record<string, string | undefined>> = useParams({ strict: false });
  const value = params[name];
  if (value === undefined) throw new Error(`This screen's path has no parameter "${name}"`);
  return value;
}
