import {
  type FormTemplate,
  formTemplates,
  MAY_SHARE_TEMPLATES,
  TemplateEntry,
  type TemplateForm,
} from '@daftar/contract/form-templates';
import { ActionIcon, Checkbox, TextInput } from '@mantine/core';
import { IconPencil, IconTrash, IconUsers } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import named from '../../shared/named-list.module.css';
import { confirm } from '../../ui/confirm.tsx';
import { ErrorBox } from '../../ui/error-box.tsx';
import { Form, SubmitButton, useContractForm } from '../../ui/form.tsx';
import { notify } from '../../ui/notify.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { PayableValues } from '../payables/values.ts';
import { useMay } from '../shared/permissions.ts';
import { useDeleteTemplate, useRenameTemplate, useSaveTemplate, useTemplates } from './api.ts';
import { asTemplate, fromTemplate } from './templates.ts';

interface TemplatesPanelProps {
  noun: TemplateForm;
  values: PayableValues;
  empty: PayableValues;
  onUse: (values: Partial<PayableValues>) => void;
}

/** The templates, and a form that keeps what is filled in as another. */
export default function TemplatesPanel({ noun, values, empty, onUse }: TemplatesPanelProps) {
  const { t } = useTranslation('payables');
  const { data, error, refetch } = useTemplates(noun);
  const { run } = useDeleteTemplate();
  const [renamed, setRenamed] = useState<number | null>(null);
  const may = useMay();
  const mayChange = may(undefined);
  const mayShare = may(MAY_SHARE_TEMPLATES);
  const templates = data?.data;
  const remove = async ({ id, name, is_shared }: FormTemplate) => {
    const agreed = await confirm({
      title: t('templates.removeTitle', { name }),
      text: t(is_shared ? 'templates.removeShared' : 'templates.removeOwn'),
      confirm: t('templates.remove'),
      danger: true,
    });
    if (agreed) await run({ params: { id } });
  };
  if (error && !templates) return <ErrorBox error={error} onRetry={() => void refetch()} />;
  return (
    <>
      {!templates && <Skeleton />}
      {templates?.length === 0 && <p className={named.none}>{t('templates.none')}</p>}
      {templates && templates.length > 0 && (
        <ul className={named.rows}>
          {templates.map((template) =>
            renamed === template.id ? (
              <li key={template.id}>
                <RenameForm template={template} onDone={() => setRenamed(null)} />
              </li>
            ) : (
              <li key={template.id}>
                <button
                  type="button"
                  className={named.row}
                  onClick={() => onUse(fromTemplate(template.values, empty))}
                >
                  <bdi>{template.name}</bdi>
                  {template.is_shared && (
                    <span
                      className={named.shared}
                      title={t('templates.sharedBy', { name: template.saved_by })}
                    >
                      <IconUsers
                        size={14}
                        aria-label={t('templates.sharedBy', { name: template.saved_by })}
                      />
                    </span>
                  )}
                </button>
                {mayChange && (template.is_mine || mayShare) && (
                  <>
                    <ActionIcon
                      variant="subtle"
                      color="gray"
                      size={28}
                      aria-label={t('templates.renameNamed', { name: template.name })}
                      onClick={() => setRenamed(template.id)}
                    >
                      <IconPencil size={15} aria-hidden />
                    </ActionIcon>
                    <ActionIcon
                      variant="subtle"
                      color="gray"
                      size={28}
                      aria-label={t('templates.removeNamed', { name: template.name })}
                      onClick={() => void remove(template)}
                    >
                      <IconTrash size={15} aria-hidden />
                    </ActionIcon>
                  </>
                )}
              </li>
            ),
          )}
        </ul>
      )}
      {mayChange && <SaveForm noun={noun} values={values} mayShare={mayShare} />}
    </>
  );
}

/** Gives a template another name. */
function RenameForm({ template, onDone }: { template: FormTemplate; onDone: () => void }) {
  const { t } = useTranslation(['payables', 'common']);
  const { send } = useRenameTemplate();
  const form = useContractForm(formTemplates.rename.body, {
    initialValues: { name: template.name },
    submit: async (body) => {
      notify.success((await send({ params: { id: template.id }, body })).message);
      onDone();
    },
  });
  return (
    <Form form={form} className={named.rename} label={t('templates.renameNamed', { name: template.name })}>
      <TextInput
        {...form.field('name')}
        size="sm"
        aria-label={t('templates.name')}
        autoComplete="off"
        autoFocus
      />
      <SubmitButton form={form} size="sm">
        {t('common:save')}
      </SubmitButton>
    </Form>
  );
}

/** Keeps what the form has. */
function SaveForm({
  noun,
  values,
  mayShare,
}: Pick<TemplatesPanelProps, 'noun' | 'values'> & { mayShare: boolean }) {
  const { t } = useTranslation('payables');
  const { send } = useSaveTemplate();
  const form = useContractForm<{ name: string; is_shared: boolean }>(TemplateEntry, {
    initialValues: { name: '', is_shared: false },
    toInput: (typed) => ({ ...typed, form: noun, values: asTemplate(values) }),
    submit: async (typed, { idempotencyKey }) => {
      const body = { ...typed, form: noun, values: asTemplate(values) };
      notify.success((await send({ body, idempotencyKey })).message);
      form.reset();
    },
  });
  return (
    <Form form={form} className={named.form} label={t('templates.save')}>
      <TextInput
        {...form.field('name')}
        size="sm"
        label={t('templates.name')}
        description={t('templates.saveText')}
        autoComplete="off"
      />
      {mayShare && (
        <Checkbox {...form.field('is_shared', 'checkbox')} size="xs" label={t('templates.share')} />
      )}
      <SubmitButton form={form}>{t('templates.save')}</SubmitButton>
    </Form>
  );
}
