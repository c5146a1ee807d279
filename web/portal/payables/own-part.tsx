import { useTranslation } from 'react-i18next';
import type { ContractForm } from '../../ui/form.tsx';
import { OwnInputs } from '../shared/own-inputs.tsx';
import { OWN_FIELDS, type OwnValues } from '../shared/own-values.ts';
import { FormPart, memoPart, type PartProps } from './form-part.tsx';

/** What the merchant's own software knows it by. */
export const OwnPart = memoPart(OWN_FIELDS, function OwnPart({ form }: PartProps) {
  const { t } = useTranslation('common');
  return (
    <FormPart title={t('own.title')}>
      <OwnInputs form={form as unknown as ContractForm<OwnValues>} />
    </FormPart>
  );
});
