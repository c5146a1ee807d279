import type { NewPasskeyQuestion, Passkey } from '@daftar/contract/passkeys';
import { profile } from '@daftar/contract/profile';
import { ActionIcon, Button } from '@mantine/core';
import { IconKey, IconTrash } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DateText } from '../../../ui/date.tsx';
import { ErrorBox } from '../../../ui/error-box.tsx';
import { notify } from '../../../ui/notify.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { useOverlay } from '../../../ui/use-overlay.ts';
import { ProofModal } from '../../auth/index.ts';
import { call } from '../../shared/call.ts';
import { useMay } from '../../shared/permissions.ts';
import { useAddPasskey, useOwnSessions, usePasskeys, useRemovePasskey } from '../api.ts';
import { deviceOf } from './device.ts';
import { NameModal } from './name-modal.tsx';
import classes from './section.module.css';
import { Section } from './section.tsx';

/** The person's passkeys. */
export function Passkeys() {
  const { t } = useTranslation('profile');
  const { data, error, refetch } = usePasskeys();
  const create = useAddPasskey();
  const mayChange = useMay()(undefined);
  const [proving, setProving] = useState(false);
  const naming = useOverlay<Passkey>();
  const here = useOwnSessions().data?.data.find(({ is_current }) => is_current);
  const isSupported = 'PublicKeyCredential' in window;
  const add = async (current_password: string) => {
    const question = (await call(profile.beginPasskey, { body: { current_password } })).data;
    setProving(false);
    const answer = await make(question, t);
    if (!answer) return;
    // Several would be told apart by nothing but their dates.
    const name = here ? deviceOf(here, t) : t('passkeys.newName');
    await create.run({ body: { token: question.token, name, answer } });
  };
  return (
    <Section
      title={t('passkeys.title')}
      text={isSupported ? t('passkeys.text') : t('passkeys.unsupported')}
      action={
        mayChange &&
        isSupported && (
          <Button variant="default" onClick={() => setProving(true)}>
            {t('passkeys.add')}
          </Button>
        )
      }
    >
      {error && !data && <ErrorBox error={error} onRetry={() => refetch()} />}
      {!data && !error && <Skeleton width="14rem" />}
      {data && data.data.length > 0 && (
        <ul className={classes.list}>
          {data.data.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} rename={() => naming.open(passkey)} />
          ))}
        </ul>
      )}
      <ProofModal
        opened={proving}
        onClose={() => setProving(false)}
        title={t('passkeys.add')}
        text={t('passkeys.proveText')}
        submit={t('twoStep.continue')}
        run={add}
      />
      {naming.shown && <NameModal passkey={naming.shown.subject} {...naming.props} />}
    </Section>
  );
}

/** Creates a passkey in the browser. @returns null on failure, which has been shown */
async function make(question: NewPasskeyQuestion, t: TFunction<'profile'>) {
  const { startRegistration } = await import('@simplewebauthn/browser');
  const { challenge, rp_id, rp_name, user, algorithms, exclude } = question;
  try {
    const { id, rawId, response } = await startRegistration({
      optionsJSON: {
        challenge,
        rp: { id: rp_id, name: rp_name },
        user: { id: user.id, name: user.name, displayName: user.display_name },
        pubKeyCredParams: algorithms.map((alg) => ({ alg, type: 'public-key' as const })),
        excludeCredentials: exclude.map((each) => ({ ...each, type: 'public-key' as const })),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        attestation: 'none',
      },
    });
    const { clientDataJSON, attestationObject, transports } = response;
    const kept = transports?.filter((each) => TRANSPORTS.has(each)) as typeof KNOWN_TRANSPORTS | undefined;
    return {
      id,
      rawId,
      type: 'public-key' as const,
      response: { clientDataJSON, attestationObject, ...(kept ? { transports: [...kept] } : {}) },
    };
  } catch (error) {
    const name = error instanceof Error ? error.name : '';
    if (name === 'InvalidStateError') notify.error(t('passkeys.already'));
    else if (name !== 'NotAllowedError' && name !== 'AbortError') notify.error(t('passkeys.failed'));
    return null;
  }
}

const KNOWN_TRANSPORTS = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const;
const TRANSPORTS: ReadonlySet<string> = new Set(KNOWN_TRANSPORTS);

function PasskeyRow({ passkey, rename }: { passkey: Passkey; rename: () => void }) {
  const { t } = useTranslation('profile');
  const { send } = useRemovePasskey();
  const mayChange = useMay()(undefined);
  const { id, name } = passkey;
  const [removing, setRemoving] = useState(false);
  const remove = async (current_password: string) => {
    notify.success((await send({ params: { id }, body: { current_password } })).message);
  };
  return (
    <li className={classes.item}>
      <IconKey size={20} aria-hidden />
      <div className={classes.itemWords}>
        <bdi className={classes.itemName}>{name}</bdi>
        <span className={classes.text}>
          {passkey.last_used_at ? (
            <>
              {t('passkeys.used')} <DateText value={passkey.last_used_at} />
            </>
          ) : (
            <>
              {t('passkeys.made')} <DateText value={passkey.created_at} />
            </>
          )}
        </span>
      </div>
      {mayChange && (
        <>
          <Button
            variant="subtle"
            size="xs"
            aria-label={t('passkeys.renameNamed', { name })}
            onClick={rename}
          >
            {t('passkeys.rename')}
          </Button>
          <ActionIcon
            variant="subtle"
            color="red"
            size={32}
            aria-label={t('passkeys.removeNamed', { name })}
            onClick={() => setRemoving(true)}
          >
            <IconTrash size={18} aria-hidden />
          </ActionIcon>
        </>
      )}
      <ProofModal
        opened={removing}
        onClose={() => setRemoving(false)}
        title={t('passkeys.remove.title', { name })}
        text={t('passkeys.remove.text')}
        submit={t('passkeys.remove.confirm')}
        danger
        run={remove}
      />
    </li>
  );
}
