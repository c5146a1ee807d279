import { Anchor, Button } from '@mantine/core';
import { useState } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { formatNumber } from '../../../ui/format.ts';
import { useLocale } from '../../../ui/locale.ts';
import { notify } from '../../../ui/notify.tsx';
import { StatusChip } from '../../../ui/status-chip.tsx';
import { ProofModal } from '../../auth/index.ts';
import { profilePath } from '../../paths/profile.ts';
import { useMay } from '../../shared/permissions.ts';
import { useSetTwoStepPolicy, useTwoStepPolicy } from '../api.ts';
import classes from './two-step-policy.module.css';

/** Whether two-step sign-in is required, how many people do not use it, and requiring it. */
export function TwoStepPolicyCard() {
  const { t } = useTranslation('team');
  const locale = useLocale();
  const may = useMay();
  const { data } = useTwoStepPolicy();
  const { send } = useSetTwoStepPolicy();
  const [opened, setOpened] = useState(false);
  // The closing dialog keeps its text when the reply changes what can be asked.
  const [asked, setAsked] = useState<'require' | 'leaveOpen'>('require');
  if (!data) return null;
  const { required_since, own, without } = data.data;
  const isRequired = required_since !== null;
  const kind = isRequired ? 'leaveOpen' : 'require';
  const mayAsk = may('require-two-step');
  return (
    <section className={classes.card} aria-labelledby="two-step-heading">
      <div className={classes.words}>
        <h2 id="two-step-heading" className={classes.heading}>
          {t('twoStep.title')}
          <StatusChip kind={isRequired ? 'success' : 'closed'}>
            {t(isRequired ? 'twoStep.required' : 'twoStep.open')}
          </StatusChip>
        </h2>
        <p className={classes.text}>
          {t('twoStep.text')}{' '}
          {without === 0
            ? t('twoStep.all')
            : t('twoStep.without', { count: without, number: formatNumber(without, locale) })}
        </p>
        {mayAsk && !own && !isRequired && (
          <p className={classes.text}>
            <Trans
              t={t}
              i18nKey="twoStep.ownFirst"
              components={{ profile: <Anchor href={profilePath} underline="always" inherit /> }}
            />
          </p>
        )}
      </div>
      {mayAsk && (own || isRequired) && (
        <Button
          variant="default"
          onClick={() => {
            setAsked(kind);
            setOpened(true);
          }}
        >
          {t(`twoStep.${kind}`)}
        </Button>
      )}
      <ProofModal
        opened={opened}
        onClose={() => setOpened(false)}
        title={t(`twoStep.${asked}Title`)}
        text={t(`twoStep.${asked}Text`)}
        submit={t(`twoStep.${asked}`)}
        run={async (current_password) => {
          const body = { required: asked === 'require', current_password };
          notify.success((await send({ body })).message);
          setOpened(false);
        }}
      />
    </section>
  );
}
