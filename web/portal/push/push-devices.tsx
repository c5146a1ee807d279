import type { PushDevice } from '@daftar/contract/push';
import { Alert, Button } from '@mantine/core';
import { IconBellRinging, IconDeviceMobile } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DateText } from '../../ui/date.tsx';
import { ErrorBox } from '../../ui/error-box.tsx';
import { notify } from '../../ui/notify.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { StatusChip } from '../../ui/status-chip.tsx';
import { useMerchant } from '../shared/merchant.ts';
import { useMay } from '../shared/permissions.ts';
import { usePushDevices, useRegisterDevice, useRemoveDevice } from './api.ts';
import { type Allowed, currentSubscription, subscribe, unsubscribe, whatIsAllowed } from './browser.ts';
import { noteTurnedOn, personOf } from './keep.ts';
import classes from './push-devices.module.css';

/** The person's devices that are told while the portal is shut, and this one's switch. */
export function PushDevices() {
  const { t } = useTranslation('phone');
  const { data, error, refetch } = usePushDevices();
  const here = useQuery({
    queryKey: ['push subscribed'],
    queryFn: async () => (await currentSubscription()) !== null,
    staleTime: 0,
  });
  const merchant = useMerchant();
  const register = useRegisterDevice();
  const remove = useRemoveDevice();
  const mayChange = useMay()(undefined);
  const [allowed, setAllowed] = useState<Allowed>(whatIsAllowed);
  const [isAsking, setAsking] = useState(false);
  if (!data)
    return error ? (
      <ErrorBox error={error} onRetry={() => void refetch()} />
    ) : (
      <Skeleton width="100%" height="3rem" />
    );
  const { devices, public_key: publicKey } = data.data;
  const isOn = here.data === true && devices.some((each) => each.is_current);
  const turnOn = async () => {
    setAsking(true);
    try {
      const device = await subscribe(publicKey);
      setAllowed(whatIsAllowed());
      if (device && (await register.run({ body: device })))
        noteTurnedOn(merchant ? personOf(merchant) : null);
      else if (device) await unsubscribe();
    } catch {
      // The browser could not reach its push service, or has none.
      notify.error(t('push.failed'));
    } finally {
      setAsking(false);
      void here.refetch();
    }
  };
  const turnOff = async ({ id, is_current: isHere }: PushDevice) => {
    if (isHere) {
      noteTurnedOn(null);
      await unsubscribe().catch(() => undefined);
    }
    await remove.run({ params: { deviceId: id } });
    void here.refetch();
  };
  return (
    <div className={classes.devices}>
      {devices.length > 0 && (
        <ul className={classes.list}>
          {devices.map((device) => (
            <DeviceRow
              key={device.id}
              device={device}
              onRemove={mayChange ? () => void turnOff(device) : undefined}
            />
          ))}
        </ul>
      )}
      {allowed !== 'ready' ? (
        <Alert color="gray">{t(`push.${allowed}`)}</Alert>
      ) : (
        !isOn &&
        mayChange && (
          <div>
            <Button
              variant="default"
              leftSection={<IconBellRinging size={18} aria-hidden />}
              loading={isAsking}
              onClick={() => void turnOn()}
            >
              {t('push.on')}
            </Button>
          </div>
        )
      )}
    </div>
  );
}

function DeviceRow({ device, onRemove }: { device: PushDevice; onRemove: (() => void) | undefined }) {
  const { t } = useTranslation('phone');
  const { browser, system, told_at: toldAt } = device;
  const name =
    browser && system ? t('push.device', { browser, system }) : browser || system || t('push.unknown');
  return (
    <li className={classes.device}>
      <IconDeviceMobile size={22} stroke={1.6} aria-hidden />
      <div className={classes.words}>
        <span className={classes.name}>
          {name}
          {device.is_current && <StatusChip kind="success">{t('push.here')}</StatusChip>}
        </span>
        <span className={classes.quiet}>
          {toldAt ? (
            <>
              {t('push.told')} <DateText value={toldAt} />
            </>
          ) : (
            t('push.neverTold')
          )}
        </span>
      </div>
      {onRemove && (
        <Button
          variant="default"
          size="xs"
          aria-label={t('push.removeNamed', { device: name })}
          onClick={onRemove}
        >
          {t('push.remove')}
        </Button>
      )}
    </li>
  );
}
