import type { ApiVersion } from '@daftar/contract/versions';
import { GRACE_HOURS, type WebhookSecret } from '@daftar/contract/webhooks';
import { Button, NativeSelect } from '@mantine/core';
import { IconEye, IconEyeOff, IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { DateText } from '../../../ui/date.tsx';
import { Facts } from '../../../ui/detail-page.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { ErrorBox } from '../../../ui/error-box.tsx';
import { Fold } from '../../../ui/fold.tsx';
import { Link } from '../../../ui/link.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { useOverlay } from '../../../ui/use-overlay.ts';
import { usePhone } from '../../../ui/use-phone.ts';
import { stepUp } from '../../auth/index.ts';
import { accountPath } from '../../paths/account.ts';
import { useMay } from '../../shared/permissions.ts';
import { useAction } from '../../shared/use-action.ts';
import { useReveal, useRotate, useSecret, useSetVersion } from '../api.ts';
import { known, VersionDialog } from './version-dialog.tsx';
import classes from './webhooks.module.css';

/** The callback URL and the signing secret; on a phone folded, under the messages. */
export function SecretCard() {
  const query = useSecret();
  const isPhone = usePhone();
  const { t } = useTranslation('webhooks');
  if (query.error && !query.data)
    return <ErrorBox error={query.error} onRetry={() => void query.refetch()} />;
  const found = query.data?.data;
  if (isPhone)
    return (
      <section aria-label={t('secret.title')}>
        <Fold summary={t('secret.fold')}>{found ? <Card found={found} /> : <Skeleton width="100%" />}</Fold>
      </section>
    );
  return (
    <section className={classes.card} aria-label={t('secret.title')}>
      {found ? (
        <>
          <Notes found={found} />
          <Card found={found} />
        </>
      ) : (
        <Skeleton width="100%" />
      )}
    </section>
  );
}

/** Why nothing is sent, if so: on a phone it stands above the messages. */
export function SecretNotes() {
  const found = useSecret().data?.data;
  return found ? <Notes found={found} /> : null;
}

function Notes({ found }: { found: WebhookSecret }) {
  const { t } = useTranslation('webhooks');
  return (
    <>
      {found.url === null && (
        <p className={classes.note}>
          <strong>{t('noAddress.title')}</strong> {t('noAddress.text')}{' '}
          <Link to={accountPath}>{t('noAddress.link')}</Link>
        </p>
      )}
      {found.is_stopped && (
        <p className={classes.note}>
          <strong>{t('stopped.title')}</strong> {t('stopped.text')}
        </p>
      )}
    </>
  );
}

function Card({ found }: { found: WebhookSecret }) {
  const { t } = useTranslation('webhooks');
  // By the beginning of the secret that it belongs to: one that was rolled since is hidden again.
  const [whole, setWhole] = useState('');
  const isShown = whole !== '' && whole.slice(0, 10) === found.secret.slice(0, 10);
  const reveal = useReveal();
  const show = useAction(() =>
    stepUp({ title: t('secret.title'), text: t('secret.prove'), submit: t('secret.show') }, (proof) =>
      reveal.send({ body: proof }),
    ),
  );
  const toggle = async () => {
    if (isShown) return setWhole('');
    const shown = await show.run();
    if (shown) setWhole(shown.data.secret);
  };
  const [isRotating, setRotating] = useState(false);
  const versions = useOverlay<ApiVersion>();
  const { send } = useSetVersion();
  const question = { title: t('version.title'), text: t('version.prove'), submit: t('version.save') };
  const change = useAction((version: ApiVersion) =>
    stepUp(question, (proof) => send({ body: { version, ...proof } })),
  );
  const may = useMay();
  const { url } = found;
  return (
    <>
      <Facts
        facts={[
          {
            label: t('address'),
            help: 'callback-url',
            value: url && <bdi className={classes.url}>{url}</bdi>,
            wide: true,
          },
          {
            label: t('endpoints.version'),
            wide: true,
            value: found.version && <bdi dir="ltr">{found.version}</bdi>,
          },
          {
            label: t('secret.title'),
            help: 'signing-secret',
            wide: true,
            value: (
              <span className={classes.secret}>
                <code dir="ltr">{isShown ? whole : found.secret}</code>
                {isShown && <CopyButton value={whole} label={t('secret.copy')} />}
              </span>
            ),
          },
          {
            label: t('secret.previous'),
            value: found.previous_until && <DateText value={found.previous_until} />,
          },
        ]}
      />
      <div className={classes.buttons}>
        <Button
          variant="default"
          size="xs"
          leftSection={isShown ? <IconEyeOff size={16} aria-hidden /> : <IconEye size={16} aria-hidden />}
          loading={show.isPending}
          onClick={() => void toggle()}
        >
          {isShown ? t('secret.hide') : t('secret.show')}
        </Button>
        {found.version && may('payment-methods-settings') && (
          <Button variant="default" size="xs" onClick={() => versions.open(known(found.version))}>
            {t('version.change')}
          </Button>
        )}
        {may('payment-methods-settings') && (
          <Button
            variant="default"
            size="xs"
            leftSection={<IconRefresh size={16} aria-hidden />}
            onClick={() => setRotating(true)}
          >
            {t('rotate.title')}
          </Button>
        )}
      </div>
      {versions.shown && (
        <VersionDialog
          key={versions.serial}
          current={versions.shown.subject}
          {...versions.props}
          isSaving={change.isPending}
          save={async (version) => (await change.run(version)) !== null}
        />
      )}
      <RotateDialog opened={isRotating} onClose={() => setRotating(false)} />
    </>
  );
}

function RotateDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation(['webhooks', 'common']);
  const { send } = useRotate();
  const [hours, setHours] = useState<(typeof GRACE_HOURS)[number]>(24);
  const question = { title: t('rotate.title'), text: t('rotate.prove'), submit: t('rotate.confirm') };
  const rotate = useAction(() =>
    stepUp(question, (proof) => send({ body: { grace_hours: hours, ...proof } })),
  );
  const confirm = async () => {
    if (await rotate.run()) onClose();
  };
  return (
    <Dialog opened={opened} onClose={onClose} title={t('rotate.title')}>
      <div className={classes.rotate}>
        <p>{t('rotate.text')}</p>
        <NativeSelect
          label={t('rotate.grace')}
          data={GRACE_HOURS.map((each) => ({ value: String(each), label: t(`rotate.hours.${each}`) }))}
          value={String(hours)}
          onChange={(event) => setHours(Number(event.currentTarget.value) as (typeof GRACE_HOURS)[number])}
        />
        <div className={classes.buttons}>
          <Button loading={rotate.isPending} onClick={() => void confirm()}>
            {t('rotate.confirm')}
          </Button>
          <Button variant="default" onClick={onClose}>
            {t('common:cancel')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
