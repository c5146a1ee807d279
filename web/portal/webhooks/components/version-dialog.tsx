import { DOC_PAGES } from '@daftar/contract/docs';
import { API_VERSIONS, type ApiVersion, LATEST_VERSION } from '@daftar/contract/versions';
import { Anchor, Button, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../../ui/dialog.tsx';
import { useLocale } from '../../../ui/locale.ts';
import { VersionPreview } from './version-preview.tsx';
import classes from './webhooks.module.css';

/** A version as one of ours; one that this page does not know yet is newer than it. */
export const known = (text: string | null | undefined): ApiVersion =>
  API_VERSIONS.find((each) => each === text) ?? LATEST_VERSION;

interface VersionDialogProps {
  /** What is sent there now. */
  current: ApiVersion;
  opened: boolean;
  onClose: () => void;
  /** @returns whether it was saved */
  save: (version: ApiVersion) => Promise<boolean>;
  isSaving: boolean;
}

/** Chooses the version of what an address is sent; shows what that changes. Suggests the newest. */
export function VersionDialog({ current, opened, onClose, save, isSaving }: VersionDialogProps) {
  const { t } = useTranslation(['webhooks', 'common']);
  const locale = useLocale();
  const [chosen, setChosen] = useState<ApiVersion>(LATEST_VERSION);
  const confirm = async () => {
    if (await save(chosen)) onClose();
  };
  return (
    <Dialog opened={opened} onClose={onClose} busy={isSaving} title={t('version.title')} size="xl">
      <div className={classes.rotate}>
        <p>{t('version.text')}</p>
        <NativeSelect
          label={t('endpoints.version')}
          value={chosen}
          onChange={(event) => setChosen(event.currentTarget.value as ApiVersion)}
          data={API_VERSIONS.toReversed().map((value) => ({
            value,
            label: t(
              value === current
                ? 'version.current'
                : value === LATEST_VERSION
                  ? 'version.latest'
                  : 'version.plain',
              { version: value },
            ),
          }))}
        />
        {chosen !== current && <VersionPreview from={current} to={chosen} />}
        <p>
          <Anchor href={`${DOC_PAGES.changelog}?lang=${locale}`} target="_blank" rel="noopener noreferrer">
            {t('version.read')}
          </Anchor>
        </p>
        <div className={classes.buttons}>
          <Button loading={isSaving} disabled={chosen === current} onClick={() => void confirm()}>
            {t('version.save')}
          </Button>
          <Button variant="default" onClick={onClose}>
            {t('common:cancel')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
