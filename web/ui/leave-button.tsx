import { Button, type ButtonProps } from '@mantine/core';
import { useContext } from 'react';
import { useTranslation } from 'react-i18next';
import { LeaveContext } from './use-asked-leave.ts';

/** Closes the panel or dialog around it, asking first if it has unsaved input. "Cancel", unless it says otherwise. */
export function LeaveButton({ children, ...props }: ButtonProps & { children?: string }) {
  const { t } = useTranslation('common');
  return (
    <Button variant="default" {...props} onClick={useContext(LeaveContext)?.leave}>
      {children ?? t('cancel')}
    </Button>
  );
}
