import { EmbeddersForm } from '@daftar/contract/embedding';
import { Textarea } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Section } from '../../../ui/detail-page.tsx';
import { Form, SubmitButton, useContractForm } from '../../../ui/form.tsx';
import { notify } from '../../../ui/notify.tsx';
import { useUnsavedGuard } from '../../../ui/unsaved-guard.tsx';
import { stepUp } from '../../auth/index.ts';
import { useEmbedders, useSaveEmbedders } from '../api.ts';
import { entriesOf } from '../form-values.ts';
import { Loaded } from './loaded.tsx';
import parts from './parts.module.css';

/** The websites that may show payment pages of this mode inside theirs; once saved, as they are read. */
export function Embedders() {
  const { t } = useTranslation('account');
  return (
    <Section title={t('embedding.title')}>
      <Loaded query={useEmbedders()}>
        {({ origins }) => <EmbeddersFields key={origins.join()} origins={origins} />}
      </Loaded>
    </Section>
  );
}

const payloadOf = ({ origins }: { origins: string }) => ({ origins: entriesOf(origins) });

function EmbeddersFields({ origins }: { origins: string[] }) {
  const { t } = useTranslation(['account', 'common']);
  const { send } = useSaveEmbedders();
  const form = useContractForm<{ origins: string }>(EmbeddersForm, {
    initialValues: { origins: origins.join('\n') },
    toInput: payloadOf,
    submit: async (values) => {
      const question = { title: t('proveTitle'), text: t('embedding.prove'), submit: t('common:save') };
      const body = payloadOf(values);
      notify.success((await stepUp(question, (proof) => send({ body: { ...body, ...proof } }))).message);
    },
  });
  useUnsavedGuard(form.isDirty);
  return (
    <Form form={form} className={parts.form}>
      <p className={parts.help}>{t('embedding.help')}</p>
      <Textarea
        {...form.field('origins')}
        label={t('embedding.origins')}
        description={t('embedding.originsHelp')}
        placeholder="https://shop.example.com"
        autosize
        minRows={2}
        maxRows={20}
        autoComplete="off"
        spellCheck={false}
        classNames={{ input: parts.ltr ?? '' }}
      />
      <div className={parts.buttons}>
        <SubmitButton form={form}>{t('common:save')}</SubmitButton>
      </div>
    </Form>
  );
}
