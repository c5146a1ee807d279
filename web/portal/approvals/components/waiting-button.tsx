import { APPROVAL_PERMISSION } from '@daftar/contract/access';
import { Button } from '@mantine/core';
import { IconUserCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../ui/format.ts';
import { Link } from '../../../ui/link.tsx';
import { useLocale } from '../../../ui/locale.ts';
import { withSearch } from '../../../ui/path.ts';
import { approvalsPath } from '../../paths/approvals.ts';
import { useCan } from '../../shared/permissions.ts';
import { useWaitingCount } from '../api.ts';

/** Links to pending requests for those who may decide them; hidden when there are none. */
export function WaitingButton() {
  const { t } = useTranslation('shell');
  const locale = useLocale();
  const may = useCan()(Object.values(APPROVAL_PERMISSION));
  const count = useWaitingCount(may);
  if (!may || count === 0) return null;
  return (
    <Button
      component={Link}
      to={withSearch(approvalsPath, { state: 'waiting' })}
      variant="default"
      leftSection={<IconUserCheck size={16} aria-hidden />}
    >
      {t('approvals.waiting', { count, number: formatNumber(count, locale) })}
    </Button>
  );
}
