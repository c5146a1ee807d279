import { Textarea } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { memoPart, Optional, type PartProps } from './form-part.tsx';

/** More about it. */
export const DescriptionField = memoPart(['description'], function DescriptionField({ form }: PartProps) {
  const { t } = useTranslation('payables');
  return (
    <Textarea
      {...form.field('description')}
      label={<Optional label={t('field.description')} />}
      autosize
      minRows={2}
      maxRows={8}
      maxLength={2000}
    />
  );
});
