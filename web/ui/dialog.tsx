import { Modal, type ModalProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useLazyMount, useOpenedAfterDraw } from './lazy-mount.ts';
import { LeaveContext, useAskedLeave } from './use-asked-leave.ts';

interface DialogProps
  extends Pick<
    ModalProps,
    | 'opened'
    | 'onClose'
    | 'title'
    | 'size'
    | 'fullScreen'
    | 'closeOnClickOutside'
    | 'closeOnEscape'
    | 'returnFocus'
    | 'onExitTransitionEnd'
    | 'classNames'
    | 'children'
  > {
  /** It cannot be closed while this is in progress. */
  busy?: boolean;
  /** Text of the unsaved-changes dialog; a general sentence by default. */
  unsavedText?: string;
}

/** A dialog in the middle; closing it with unsaved input asks first. */
export function Dialog(props: DialogProps) {
  const [shouldMount] = useLazyMount(props.opened);
  return shouldMount && <MountedDialog {...props} />;
}

function MountedDialog({ opened, onClose, busy = false, unsavedText, children, ...rest }: DialogProps) {
  const { t } = useTranslation('common');
  const asked = useAskedLeave(onClose, unsavedText);
  return (
    <Modal
      {...rest}
      opened={useOpenedAfterDraw(opened)}
      onClose={() => !busy && asked.leave()}
      closeButtonProps={{ 'aria-label': t('close'), size: 40, disabled: busy }}
    >
      <LeaveContext value={asked}>{children}</LeaveContext>
    </Modal>
  );
}
