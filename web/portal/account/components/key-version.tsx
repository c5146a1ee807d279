import type { KeyRow } from '@daftar/contract/api-keys';
import { DOC_PAGES } from '@daftar/contract/docs';
import { API_VERSIONS, type ApiVersion, LATEST_VERSION } from '@daftar/contract/versions';
import { Anchor, Button, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../../ui/dialog.tsx';
import { useLocale } from '../../../ui/locale.ts';
import { stepUp } from '../../auth/index.ts';
import { useAction } from '../../shared/use-action.ts';
import { useSetKeyVersion } from '../api.ts';
import classes from './parts.module.css';

/** The version of the API that answers a key, with the way to another one. */
export function KeyVersion({ row, name }: { row: KeyRow; name: string }) {
  const { t } = useTranslation(['account', 'common']);
  const locale = useLocale();
  const [chosen, setChosen] = useState<ApiVersion | null>(null);
  const { send } = useSetKeyVersion();
  const question = {
    title: t('keys.proveTitle'),
    text: t('keys.versionProve'),
    submit: t('keys.versionSave'),
  };
  const { run, isPending } = useAction((version: ApiVersion) =>
    stepUp(question, (proof) => send({ body: { id: row.id, version, ...proof } })),
  );
  const close = () => setChosen(null);
  const save = async () => {
    if (!chosen || (await run(chosen))) close();
  };
  return (
    <>
      <p className={classes.help}>
        {t('keys.version')} <bdi dir="ltr">{row.version}</bdi>{' '}
        <Anchor
          component="button"
          type="button"
          fz="inherit"
          aria-label={t('keys.versionChangeOf', { name })}
          onClick={() => setChosen(row.version)}
        >
          {t('keys.versionChange')}
        </Anchor>
      </p>
      <Dialog
        opened={chosen !== null}
        onClose={close}
        busy={isPending}
        title={t('keys.versionTitle', { name })}
      >
        <div className={classes.dialog}>
          <p>{t('keys.versionText')}</p>
          <NativeSelect
            label={t('keys.version')}
            value={chosen ?? row.version}
            onChange={(event) => setChosen(event.currentTarget.value as ApiVersion)}
            data={API_VERSIONS.toReversed().map((value) => ({
              value,
              label: value === LATEST_VERSION ? t('keys.versionLatest', { version: value }) : value,
            }))}
          />
          <p>
            <Anchor href={`${DOC_PAGES.changelog}?lang=${locale}`} target="_blank" rel="noopener noreferrer">
              {t('keys.versionRead')}
            </Anchor>
          </p>
          <div className={classes.buttons}>
            <Button loading={isPending} disabled={chosen === row.version} onClick={() => void save()}>
              {t('keys.versionSave')}
            </Button>
            <Button variant="default" onClick={close}>
              {t('common:cancel')}
            </Button>
          </div>
        </div>
      </Dialog>
    </>
  );
}
