import type { Permission } from '@daftar/contract/permissions';
import { useTranslation } from 'react-i18next';
import { Link } from '../../../ui/link.tsx';
import type { Path } from '../../../ui/path.ts';
import { requestsPath, usagePath } from '../../paths/request-log.ts';
import { endpointsPath, eventsPath, webhooksPath } from '../../paths/webhooks.ts';
import { useCan } from '../../shared/permissions.ts';
import classes from './developer-nav.module.css';

const PLACES = [
  { name: 'messages', path: webhooksPath, permission: 'payment-methods-settings' },
  {
    name: 'endpoints',
    path: endpointsPath,
    permission: ['manage-webhooks', 'payment-methods-settings'],
  },
  { name: 'events', path: eventsPath, permission: ['view-events', 'payment-methods-settings'] },
  { name: 'requests', path: requestsPath, permission: ['api-keys-settings', 'view-request-log'] },
  { name: 'usage', path: usagePath, permission: ['api-keys-settings', 'view-request-log'] },
] as const satisfies readonly { name: string; path: Path; permission: Permission | readonly Permission[] }[];

/** Where not all fit, the current one is scrolled to. */
function show(nav: HTMLElement | null): void {
  nav?.querySelector('[aria-current=page]')?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' });
}

/** Links between the screens of a merchant's developers, of those that the person may see. */
export function DeveloperNav({ current }: { current: (typeof PLACES)[number]['name'] }) {
  const { t } = useTranslation('webhooks');
  const can = useCan();
  return (
    <nav ref={show} className={classes.nav} aria-label={t('nav.label')}>
      {PLACES.filter(({ permission }) => can(permission)).map(({ name, path }) => (
        <Link
          key={name}
          to={path}
          className={classes.link}
          {...(name === current ? { 'aria-current': 'page' as const } : {})}
        >
          {t(`nav.${name}`)}
        </Link>
      ))}
    </nav>
  );
}
