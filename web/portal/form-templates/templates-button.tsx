import type { TemplateForm } from '@daftar/contract/form-templates';
import { Button } from '@mantine/core';
import { IconTemplate } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import named from '../../shared/named-list.module.css';
import type { ContractForm } from '../../ui/form.tsx';
import { PopupPanel, usePopup } from '../../ui/popup.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { PayableValues } from '../payables/values.ts';

const TemplatesPanel = lazy(() => import('./templates-panel.tsx'));

interface FormTemplatesProps<V extends PayableValues> {
  noun: TemplateForm;
  form: Pick<ContractForm<V>, 'values' | 'setAll'>;
  /** The values of an empty form. */
  empty: V;
}

/** Templates of a form by name: fills it in from one, keeps what is filled in as another. */
export function FormTemplates<V extends PayableValues>({ noun, form, empty }: FormTemplatesProps<V>) {
  const { t } = useTranslation('payables');
  const { popup, button } = usePopup('dialog');
  return (
    <>
      <Button {...button} variant="default" leftSection={<IconTemplate size={16} aria-hidden />}>
        {t('templates.label')}
      </Button>
      <PopupPanel popup={popup} label={t('templates.label')} position="bottom-end" trapFocus>
        <div className={named.panel}>
          <Suspense fallback={<Skeleton />}>
            <TemplatesPanel
              noun={noun}
              values={form.values}
              empty={empty}
              onUse={(values) => {
                form.setAll(values as Partial<V>);
                popup.change(false);
              }}
            />
          </Suspense>
        </div>
      </PopupPanel>
    </>
  );
}
