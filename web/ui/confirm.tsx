import { Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import i18next from 'i18next';
import type { ReactNode } from 'react';

interface ConfirmOptions {
  /** The question: "Deactivate LNK-7K3M9Q2D?" */
  title: string;
  /** Names what will be lost or changed. */
  text: ReactNode;
  /** Button label, a verb: "Deactivate". */
  confirm: string;
  cancel?: string;
  /** Red button, for actions that cannot be undone. */
  danger?: boolean;
}

/** Above a panel that opened it (300), below toasts: a question that is covered cannot be answered. */
const LAYER = 400;

/** Shows a confirmation dialog. @returns whether the user confirmed */
export function confirm({ title, text, confirm, cancel, danger = false }: ConfirmOptions): Promise<boolean> {
  return new Promise((resolve) => {
    modals.openConfirmModal({
      title,
      zIndex: LAYER,
      children: (
        <Text size="sm" component="div">
          {text}
        </Text>
      ),
      labels: { confirm, cancel: cancel ?? i18next.t('common:cancel') },
      confirmProps: danger ? { color: 'red' } : {},
      closeButtonProps: { 'aria-label': i18next.t('common:close') },
      onConfirm: () => resolve(true),
      onCancel: () => resolve(false),
      onClose: () => resolve(false),
    });
  });
}
