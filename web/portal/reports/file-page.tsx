import { REPORT_FILE_DAYS } from '@daftar/contract/reports';
import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fileNameOf, readWithProgress, saveFile } from '../../ui/download.ts';
import { formatNumber } from '../../ui/format.ts';
import { useLocale } from '../../ui/locale.ts';
import { notify } from '../../ui/notify.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { useRouteParam } from '../../ui/route-param.ts';
import { ApiError } from '../shared/call.ts';
import { type Mode, useMode } from '../shared/mode.ts';
import { reasonOf } from '../shared/use-action.ts';
import { fetchReport } from './api.ts';
import classes from './reports.module.css';

/** Older mails have no mode: then it is the one that the portal shows. */
const FILE = /^(\d+)-(.+?)(?:-(live|test))?$/;

/** `/reports/:id-:day-:mode`: saves a report that was too large for its mail. */
export default function ReportFilePage() {
  const { t } = useTranslation('reports');
  const locale = useLocale();
  const shown = useMode();
  const [, id = '', day = '', named] = FILE.exec(useRouteParam('id')) ?? [];
  const mode = (named as Mode | undefined) ?? shown;
  const [isSaving, setSaving] = useState(false);
  const [isGone, setGone] = useState(false);
  const save = async () => {
    setSaving(true);
    try {
      const response = await fetchReport(id, day, mode);
      saveFile(await readWithProgress(response, () => {}), fileNameOf(response, 'daftar-report'));
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) setGone(true);
      else notify.error(reasonOf(error));
    } finally {
      setSaving(false);
    }
  };
  const days = { count: REPORT_FILE_DAYS, number: formatNumber(REPORT_FILE_DAYS, locale) };
  return (
    <>
      <PageHeader title={t('file.title')} text={`${t('file.text', days)} ${t(`file.mode.${mode}`)}`} />
      {isGone ? (
        <p className={classes.stopped} role="alert">
          {t('file.gone')}
        </p>
      ) : (
        <Button
          leftSection={<IconDownload size={16} aria-hidden />}
          loading={isSaving}
          onClick={() => void save()}
        >
          {t('file.save')}
        </Button>
      )}
    </>
  );
}
