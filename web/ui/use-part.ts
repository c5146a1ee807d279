import i18next from 'i18next';
import { type ComponentType, useEffect, useState } from 'react';
import { sentenceOf } from './errors.ts';
import { fetchPart } from './fetch-ahead.ts';
import { notify } from './notify.tsx';

/**
 * Loads a dialog when it is first wanted; null until it has come. If that fails, a toast says so and `onFailure` is
 * called, after which wanting it again retries.
 */
export function usePart<Props>(
  load: () => Promise<ComponentType<Props>>,
  wanted: boolean,
  onFailure: () => void,
): ComponentType<Props> | null {
  const [part, setPart] = useState<{ Part: ComponentType<Props> } | null>(null);
  const isMissing = wanted && part === null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once each time that it is wanted and not there.
  useEffect(() => {
    if (!isMissing) return;
    fetchPart(load).then(
      (Part) => setPart({ Part }),
      (error) => {
        notify.error(sentenceOf(error, i18next.t));
        onFailure();
      },
    );
  }, [isMissing]);
  return part?.Part ?? null;
}
