import type { ComponentType } from 'react';
import { usePart } from './use-part.ts';

interface Opened {
  opened: boolean;
  onClose: () => void;
}

/**
 * A drawer or dialog that is loaded when it is first opened, so that a screen is not held up by what may never be seen. If
 * it does not come, a toast says so and it counts as closed.
 */
export function openedLater<Props extends Opened>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  // biome-ignore lint/correctness/noComponentHookFactories: called once for each part, at the level of a module.
  return function OpenedLater(props: Props) {
    const Part = usePart(load, props.opened, props.onClose);
    return Part && <Part {...props} />;
  };
}
