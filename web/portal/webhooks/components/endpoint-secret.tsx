import type { EndpointWithSecret } from '@daftar/contract/webhook-endpoints';
import { useTranslation } from 'react-i18next';
import { SecretDialog } from '../../shared/secret-dialog.tsx';

/** Shows an endpoint's secret once. */
export function EndpointSecret({ made, onClose }: { made: EndpointWithSecret | null; onClose: () => void }) {
  const { t } = useTranslation('webhooks');
  return (
    <SecretDialog
      title={t('secret.title')}
      secret={made?.secret ?? null}
      copyLabel={t('secret.copy')}
      onClose={onClose}
    >
      <p>{t('endpoints.secretOnce')}</p>
    </SecretDialog>
  );
}
