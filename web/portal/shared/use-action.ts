import type { Endpoint } from '@daftar/contract/endpoint';
import i18next from 'i18next';
import { useCallback, useRef, useState } from 'react';
import { isAbort } from '../../ui/errors.ts';
import { notify } from '../../ui/notify.tsx';
import { ApiError, type CallArguments, type CallResult, call, sentenceOf } from './call.ts';
import { type EndpointName, invalidate, queryClient } from './query-client.ts';

interface ActionOptions {
  /** Endpoints whose cached replies the action changes. */
  invalidates?: readonly EndpointName[] | 'everything';
  /** Invalidate after a failure too: the refusal, or a lost reply, shows that the screen is out of date. */
  evenIfFailed?: boolean;
  /** Show no toast for the reply's message. */
  quiet?: boolean;
}

export interface Action<Input extends unknown[], Result> {
  /** Calls the endpoint and rejects with its error; for forms, which show errors under their fields. */
  send: (...input: Input) => Promise<Result>;
  /**
   * Calls the endpoint and shows its message, or why it failed, as a toast; for buttons. An aborted call shows nothing.
   * @returns the reply, or null if the call failed
   */
  run: (...input: Input) => Promise<Result | null>;
  /** Whether a call is in flight or what it changed is still being refetched. */
  isPending: boolean;
}

interface Reply {
  message: string;
}

/** Returns the sentence that a toast shows for an error: a field's reason before the general one. */
export function reasonOf(error: unknown): string {
  const [first] = error instanceof ApiError ? Object.values(error.fieldErrors).flat() : [];
  return first ?? sentenceOf(error, i18next.t);
}

/**
 * Prepares a call that changes something on the server: an endpoint, or a function that makes the call.
 * `const remove = useAction(products.delete, { invalidates: [products.list] })`.
 */
export function useAction<E extends Endpoint>(
  endpoint: E,
  options?: ActionOptions,
): Action<CallArguments<E>, CallResult<E>>;
export function useAction<Input extends unknown[], Result extends Reply>(
  act: (...input: Input) => Promise<Result>,
  options?: ActionOptions,
): Action<Input, Result>;
export function useAction(
  action: Endpoint | ((...input: never[]) => Promise<Reply>),
  options: ActionOptions = {},
): Action<never[], Reply> {
  const [pending, setPending] = useState(0);
  const latest = useRef({ action, options });
  latest.current = { action, options };

  const send = useCallback(async (...input: never[]): Promise<Reply> => {
    const { action, options } = latest.current;
    let isStale = options.evenIfFailed ?? false;
    setPending((count) => count + 1);
    try {
      const reply =
        typeof action === 'function'
          ? await action(...input)
          : await call(action, ...(input as unknown as CallArguments<Endpoint>));
      isStale = true;
      return reply;
    } finally {
      const refetched = isStale ? refetch(options.invalidates) : Promise.resolve();
      void refetched.finally(() => setPending((count) => count - 1));
    }
  }, []);

  const run = useCallback(
    async (...input: never[]): Promise<Reply | null> => {
      try {
        const reply = await send(...input);
        if (!latest.current.options.quiet) notify.success(reply.message);
        return reply;
      } catch (error) {
        if (!isAbort(error)) notify.error(reasonOf(error));
        return null;
      }
    },
    [send],
  );
  return { send, run, isPending: pending > 0 };
}

const refetch = (endpoints: ActionOptions['invalidates'] = []): Promise<unknown> =>
  endpoints === 'everything' ? queryClient.invalidateQueries() : invalidate(...endpoints);
