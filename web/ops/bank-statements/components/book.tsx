import type { OpenBatch } from '@daftar/contract/ops-bank-statements';
import { Button, Group, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../../ui/dialog.tsx';
import { formatMoney } from '../../../ui/format.ts';
import { LeaveButton } from '../../../ui/leave-button.tsx';
import { useLocale } from '../../../ui/locale.ts';
import { useKept } from '../../../ui/use-kept.ts';
import { bookBatch } from '../api.ts';

type Bookable = Pick<OpenBatch, 'id' | 'name' | 'net' | 'received'>;

/** Asks once, and books a batch with what the bank's lines say. */
export function useBook() {
  const { t } = useTranslation('ops-bank-statements');
  const locale = useLocale();
  const [batch, setBatch] = useState<Bookable | null>(null);
  const [busy, setBusy] = useState(false);
  const shown = useKept(batch);
  const run = async () => {
    if (!batch) return;
    setBusy(true);
    const isDone = await bookBatch(batch.id);
    setBusy(false);
    if (isDone) setBatch(null);
  };
  const money = (amount: number) => formatMoney(amount, 'EGP', locale);
  return {
    book: setBatch,
    dialog: (
      <Dialog opened={batch !== null} onClose={() => setBatch(null)} title={t('bookTitle')}>
        {shown && (
          <Stack gap="md">
            <p>{t('bookText', { net: money(shown.net), received: money(shown.received ?? 0) })}</p>
            {shown.received !== shown.net && (
              <p>{t('bookDifference', { amount: money((shown.received ?? 0) - shown.net) })}</p>
            )}
            <Group justify="flex-end">
              <LeaveButton />
              <Button data-autofocus loading={busy} onClick={() => void run()}>
                {t('book')}
              </Button>
            </Group>
          </Stack>
        )}
      </Dialog>
    ),
  };
}
