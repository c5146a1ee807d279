import { type ComponentType, createElement, type FunctionComponent } from 'react';
import { fetchPart } from './fetch-ahead.ts';

/** A component whose code comes later. It may be rendered once `fetch` has ended, or `isThere` says so. */
export interface LaterPart<Props> extends FunctionComponent<Props> {
  fetch: () => Promise<void>;
  isThere: () => boolean;
}

/**
 * Declares a part of a screen that is not seen at first, so that its code does not hold up the first paint. Whoever shows
 * it fetches it: ahead, and again when it is wanted and has not come.
 */
export function laterPart<Props extends object>(load: () => Promise<ComponentType<Props>>): LaterPart<Props> {
  let Part: ComponentType<Props> | null = null;
  // biome-ignore lint/correctness/noComponentHookFactories: called once for each part, at the level of a module.
  const Later = (props: Props) => Part && createElement(Part, props);
  return Object.assign(Later, {
    fetch: async () => {
      Part ??= await fetchPart(load);
    },
    isThere: () => Part !== null,
  });
}
