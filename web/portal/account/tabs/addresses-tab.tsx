import { type IpList, IpListForm } from '@daftar/contract/account-settings';
import type { StepUp } from '@daftar/contract/step-up';
import { Button, Switch, Textarea } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { confirm } from '../../../ui/confirm.tsx';
import { ApiError } from '../../../ui/errors.ts';
import { Form, SubmitButton, useContractForm } from '../../../ui/form.tsx';
import { notify } from '../../../ui/notify.tsx';
import { useUnsavedGuard } from '../../../ui/unsaved-guard.tsx';
import { stepUpIfAsked } from '../../auth/index.ts';
import { useAddresses, useSaveAddresses } from '../api.ts';
import { Loaded } from '../components/loaded.tsx';
import classes from '../components/parts.module.css';
import { entriesOf } from '../form-values.ts';

/** The addresses from which keys and, if chosen, people may call. */
export function AddressesTab() {
  return <Loaded query={useAddresses()}>{(list) => <AddressesForm list={list} />}</Loaded>;
}

type Values = { ips: string; portal: boolean };
const payloadOf = ({ ips, portal }: Values) => ({ ips: entriesOf(ips), portal });

function AddressesForm({ list }: { list: IpList }) {
  const { t } = useTranslation(['account', 'common']);
  const { send } = useSaveAddresses();
  const form = useContractForm<Values>(IpListForm, {
    initialValues: { ips: list.ips.join(', '), portal: list.portal },
    toInput: payloadOf,
    submit: async (values) => {
      const body = payloadOf(values);
      const question = { title: t('proveTitle'), text: t('ips.prove'), submit: t('common:save') };
      try {
        notify.success(
          (await stepUpIfAsked(question, (proof) => send({ body: { ...body, ...proof } }))).message,
        );
      } catch (error) {
        if (!(error instanceof ApiError) || error.status !== 400) throw error;
        const agreed = await confirm({
          title: t('ips.lockOutTitle'),
          text: error.messages[0] ?? t('ips.lockOutText'),
          confirm: t('ips.lockOut'),
          danger: true,
        });
        if (!agreed) return;
        const save = (proof: StepUp) => send({ body: { ...body, lock_me_out: true, ...proof } });
        notify.success((await stepUpIfAsked(question, save)).message);
      }
    },
  });
  useUnsavedGuard(form.isDirty);
  const mine = list.your_address;
  const entries = entriesOf(form.values.ips);
  return (
    <Form form={form} className={classes.form}>
      <p className={classes.help}>{t('ips.help')}</p>
      <Textarea
        {...form.field('ips')}
        label={t('ips.list')}
        description={t('ips.listHelp')}
        autosize
        minRows={3}
        maxRows={12}
        autoComplete="off"
        spellCheck={false}
        classNames={{ input: classes.ltr ?? '' }}
      />
      <div className={classes.head}>
        <p className={classes.help}>
          {t('ips.yours')} <bdi dir="ltr">{mine}</bdi>
        </p>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlus size={14} aria-hidden />}
          disabled={entries.includes(mine)}
          onClick={() => form.set('ips', [...entries, mine].join(', '))}
        >
          {t('ips.addMine')}
        </Button>
      </div>
      <Switch
        {...form.field('portal', 'checkbox')}
        label={t('ips.portal')}
        description={t('ips.portalHelp')}
      />
      <div className={classes.buttons}>
        <SubmitButton form={form}>{t('common:save')}</SubmitButton>
      </div>
    </Form>
  );
}
