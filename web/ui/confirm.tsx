import { Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import i18next from 'i18next';
import type { ReactNode } from 'react';

interface ConfirmOptions {
  /** The question: "Deactivate LNK-7K3M9Q2D?" */
  title: string;
  /** What will be lost or changed, by name. */
  text: ReactNode;
  /** The verb of the button: "Deactivate". */
  confirm: string;
  cancel?: string;
  /** Red, for what cannot be undone. */
  danger?: boolean;
}

/** Asks once. @returns whether the person agreed. */
export function confirm({ title, text, confirm, cancel, danger = false }: ConfirmOptions): Promise<boolean> {
  return new Promise((resolve) => {
    modals.openConfirmModal({
      title,
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
