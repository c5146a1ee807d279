import type { Endpoint } from '@daftar/contract/endpoint';
import { Button } from '@mantine/core';
import { IconArrowsExchange } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { PageState } from '../../ui/page-states.tsx';
import { ApiError, type CallArguments, call } from './call.ts';
import { useCan } from './permissions.ts';
import { keyOf } from './query-client.ts';
import { session, useSession } from './session.ts';

interface EitherMode<Q> {
  /** The query, without its error while the other mode is being checked. */
  query: Q;
  /** It exists in the other mode: render {@link OtherModeOffer}. */
  isElsewhere: boolean;
}

/**
 * Checks the other mode before treating a 404 as missing: a link in an e-mail may lead to either.
 */
export function useEitherMode<Q extends { error: unknown }, E extends Endpoint>(
  query: Q,
  endpoint: E,
  ...args: CallArguments<E>
): EitherMode<Q> {
  const { isLive, canGoToggle } = useSession();
  const { error } = query;
  const isMissing = canGoToggle && error instanceof ApiError && error.status === 404;
  const inMode = isLive ? 'test' : 'live';
  const elsewhere = useQuery({
    queryKey: [...keyOf(endpoint), inMode, 'is-there', args[0] ?? null],
    queryFn: ({ signal }) => {
      const given = [{ ...args[0], inMode, signal }] as unknown as CallArguments<E>;
      return call(endpoint, ...given).then(
        () => true,
        () => false,
      );
    },
    enabled: isMissing,
    gcTime: 0,
  });
  const isLooking = isMissing && elsewhere.data === undefined;
  return {
    query: isLooking ? { ...query, error: null } : query,
    isElsewhere: isMissing && elsewhere.data === true,
  };
}

/** Says that the record is in the other mode and offers to switch, staying on it. */
export function OtherModeOffer() {
  const { t } = useTranslation('common');
  const can = useCan();
  const router = useRouter();
  const { isLive } = useSession();
  const other = isLive ? 'test' : 'live';
  const change = () => {
    const { href } = router.state.location;
    session.setLive(!isLive);
    // Changing the mode usually leads to the list; here the record itself is wanted.
    void router.navigate({ href, replace: true });
  };
  return (
    <PageState
      icon={IconArrowsExchange}
      title={t(`otherMode.title.${other}`)}
      text={t(can('update-live-mode') ? `otherMode.text.${other}` : 'otherMode.mayNot')}
      action={can('update-live-mode') && <Button onClick={change}>{t(`otherMode.switch.${other}`)}</Button>}
    />
  );
}
