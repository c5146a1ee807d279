import type { NewKey } from '@daftar/contract/api-keys';
import { useTranslation } from 'react-i18next';
import { useKept } from '../../../ui/use-kept.ts';
import { SecretDialog } from '../../shared/secret-dialog.tsx';

/** Shows a new key once. */
export function SecretModal({ made, onClose }: { made: NewKey | null; onClose: () => void }) {
  const { t } = useTranslation('account');
  const isSecret = useKept(made)?.key.startsWith('sk_') ?? false;
  return (
    <SecretDialog
      title={t(isSecret ? 'keys.madeSecret' : 'keys.madePublic')}
      secret={made?.key ?? null}
      copyLabel={t('keys.copy')}
      onClose={onClose}
    >
      {isSecret && <p>{t('keys.madeText')}</p>}
    </SecretDialog>
  );
}
