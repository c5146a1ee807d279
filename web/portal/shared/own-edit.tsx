import { type OwnFieldsForm, OwnFieldsForm as OwnFieldsSchema } from '@daftar/contract/integration-fields';
import { Button } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../ui/dialog.tsx';
import { Form, SubmitButton, useContractForm } from '../../ui/form.tsx';
import { LeaveButton } from '../../ui/leave-button.tsx';
import { notify } from '../../ui/notify.tsx';
import classes from './own-edit.module.css';
import { OwnInputs } from './own-inputs.tsx';
import { type Own, type OwnValues, ownPayload, ownRules, ownValuesOf } from './own-values.ts';

interface OwnEditProps {
  own: Own;
  /** Makes the call that changes them and nothing else. */
  save: (body: ReturnType<typeof ownPayload> & Partial<OwnFieldsForm>) => Promise<{ message: string }>;
}

/** A button, and the dialog that changes what the merchant's own software knows something by. */
export function OwnEdit({ own, save }: OwnEditProps) {
  const { t } = useTranslation('common');
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconPencil size={15} aria-hidden />}
        onClick={() => setOpened(true)}
      >
        {t('own.edit')}
      </Button>
      <Dialog opened={opened} onClose={() => setOpened(false)} title={t('own.title')} size="lg">
        <Fields own={own} save={save} onDone={() => setOpened(false)} />
      </Dialog>
    </>
  );
}

function Fields({ own, save, onDone }: OwnEditProps & { onDone: () => void }) {
  const { t } = useTranslation('common');
  const form = useContractForm<OwnValues>(OwnFieldsSchema, {
    initialValues: ownValuesOf(own),
    toInput: ownPayload,
    rules: (values) => ({ ...ownRules(values) }),
    submit: async (values) => {
      notify.success((await save(ownPayload(values))).message);
      onDone();
    },
  });
  return (
    <Form form={form} className={classes.form} label={t('own.title')}>
      <OwnInputs form={form} />
      <div className={classes.buttons}>
        <SubmitButton form={form}>{t('save')}</SubmitButton>
        <LeaveButton />
      </div>
    </Form>
  );
}
