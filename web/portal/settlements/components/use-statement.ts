import type { SettlementRow, StatementFormat } from '@daftar/contract/settlements';
import { useTranslation } from 'react-i18next';
import { fileNameOf, saveFile } from '../../../ui/download.ts';
import { sentenceOf } from '../../../ui/errors.ts';
import { notify } from '../../../ui/notify.tsx';
import { downloadStatement, statementName } from '../api.ts';

/** Saves the statement of a settlement from its row's menu, with a notice meanwhile. */
export function useStatement() {
  const { t } = useTranslation(['settlements', 'common']);
  return async ({ id, reference }: SettlementRow, format: StatementFormat) => {
    const notice = notify.working(t('download.working'));
    try {
      const response = await downloadStatement(id, format, new AbortController().signal);
      saveFile(await response.blob(), fileNameOf(response, statementName(reference)));
      notify.success(t('common:export.done'));
    } catch (error) {
      notify.error(sentenceOf(error, t));
    } finally {
      notify.hide(notice);
    }
  };
}
