import { KEY_PERMISSIONS, KeyForm } from '@daftar/contract/api-keys';
import { type KeyRequest, keyRequests, REQUESTED_KEY_DAYS } from '@daftar/contract/key-requests';
import { type Permission, POWER_PERMISSIONS } from '@daftar/contract/permissions';
import { Button, TextInput } from '@mantine/core';
import { IconCircleCheck, IconHandStop } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorBox } from '../../ui/error-box.tsx';
import { Form, SubmitButton, useContractForm } from '../../ui/form.tsx';
import { formatNumber } from '../../ui/format.ts';
import { useGoTo, useSearchOf } from '../../ui/link.tsx';
import { useLocale } from '../../ui/locale.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { PageState } from '../../ui/page-states.tsx';
import { withSearch } from '../../ui/path.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { stepUp } from '../auth/index.ts';
import { keyRequestPath } from '../paths/account.ts';
import { ApiError } from '../shared/call.ts';
import { OtherModeOffer, useEitherMode } from '../shared/other-mode.tsx';
import { useCan } from '../shared/permissions.ts';
import { useApproveKeyRequest, useKeyRequest, useRefuseKeyRequest } from './api.ts';
import { KeyPermissions } from './components/key-permissions.tsx';
import classes from './components/parts.module.css';

const POWER: ReadonlySet<Permission> = new Set(POWER_PERMISSIONS);
const NAME_CHARACTERS = 60;

/** `/account-settings/key-request?code=`: a person confirms that a program, such as the command line, gets a key. */
export default function KeyRequestPage() {
  const { t } = useTranslation('account');
  const { code = '' } = useSearchOf(keyRequestPath);
  const { query, isElsewhere } = useEitherMode(useKeyRequest(code), keyRequests.read, { query: { code } });
  const [answer, setAnswer] = useState<'approved' | 'refused' | null>(null);
  const request = query.data?.data;
  const isGone = query.error instanceof ApiError && [404, 422].includes(query.error.status);
  if (answer) {
    return (
      <PageState
        icon={answer === 'approved' ? IconCircleCheck : IconHandStop}
        title={t(`request.${answer}.title`)}
        text={t(`request.${answer}.text`)}
      />
    );
  }
  if (isElsewhere) return <OtherModeOffer />;
  return (
    <>
      <PageHeader title={t('request.title')} text={t('request.lead')} />
      {code === '' || isGone ? (
        <CodeForm code={code} isGone={isGone} />
      ) : query.error ? (
        <ErrorBox error={query.error} onRetry={() => void query.refetch()} />
      ) : request ? (
        <Confirm key={request.user_code} request={request} onAnswer={setAnswer} />
      ) : (
        <Skeleton width="100%" height="12rem" />
      )}
    </>
  );
}

/** Asks for the code that the program shows. */
function CodeForm({ code, isGone }: { code: string; isGone: boolean }) {
  const { t } = useTranslation('account');
  const goTo = useGoTo();
  const [typed, setTyped] = useState(code);
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        const wanted = typed.trim();
        if (wanted !== '') void goTo(withSearch(keyRequestPath, { code: wanted }));
      }}
    >
      <TextInput
        label={t('request.code')}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        error={isGone && typed === code ? t('request.gone') : undefined}
        autoComplete="off"
        spellCheck={false}
        classNames={{ input: classes.ltr ?? '' }}
        maxLength={20}
      />
      <div className={classes.buttons}>
        <Button type="submit">{t('request.look')}</Button>
      </div>
    </form>
  );
}

interface ConfirmProps {
  request: KeyRequest;
  onAnswer: (answer: 'approved' | 'refused') => void;
}

function Confirm({ request, onAnswer }: ConfirmProps) {
  const { t } = useTranslation('account');
  const locale = useLocale();
  const can = useCan();
  const { user_code: code, mode, program, machine } = request;
  const approving = useApproveKeyRequest();
  const refusing = useRefuseKeyRequest();
  const form = useContractForm<{ name: string; permissions: Permission[] }>(KeyForm, {
    initialValues: {
      name: `${program} · ${machine}`.slice(0, NAME_CHARACTERS).trim(),
      // With real money, whoever confirms says what for.
      permissions: mode === 'live' ? [] : KEY_PERMISSIONS.filter((each) => can(each) && !POWER.has(each)),
    },
    submit: async (values) => {
      const question = {
        title: t('keys.proveTitle'),
        text: t('keys.proveText'),
        submit: t('request.approve'),
      };
      await stepUp(question, (proof) => approving.send({ body: { code, ...values, ...proof } }));
      onAnswer('approved');
    },
  });
  const refuse = async () => {
    if (await refusing.run({ body: { code } })) onAnswer('refused');
  };
  const days = { count: REQUESTED_KEY_DAYS, number: formatNumber(REQUESTED_KEY_DAYS, locale) };
  return (
    <Form form={form} className={classes.form}>
      <p className={classes.code} data-testid="user-code">
        <bdi dir="ltr">{code}</bdi>
      </p>
      <section className={classes.card} aria-label={t('request.who')}>
        <dl className={classes.facts}>
          <Fact label={t('request.program')}>
            <bdi>{program}</bdi>
          </Fact>
          <Fact label={t('request.machine')}>
            <bdi>{machine}</bdi>
          </Fact>
          <Fact label={t('request.mode')}>{t(`request.mode.${mode}`)}</Fact>
          <Fact label={t('request.address')}>
            <bdi dir="ltr">{request.address}</bdi>
          </Fact>
        </dl>
        <p className={request.is_same_address ? classes.help : classes.warning}>
          {t(request.is_same_address ? 'request.sameAddress' : 'request.otherAddress')}
        </p>
      </section>
      <TextInput
        {...form.field('name')}
        withAsterisk
        label={t('keys.name')}
        description={t('keys.nameHelp')}
        autoComplete="off"
        classNames={{ input: classes.plain ?? '' }}
      />
      <KeyPermissions
        value={form.values.permissions}
        error={form.errors.permissions}
        onChange={(chosen) => form.set('permissions', chosen)}
      />
      <p className={classes.help}>{t('request.ends', days)}</p>
      <div className={classes.buttons}>
        <SubmitButton form={form}>{t('request.approve')}</SubmitButton>
        <Button variant="default" loading={refusing.isPending} onClick={() => void refuse()}>
          {t('request.refuse')}
        </Button>
      </div>
    </Form>
  );
}

function Fact({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
