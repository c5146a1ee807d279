import { auth, MERCHANT_STATUS } from '@daftar/contract/auth';
import { ActionIcon, Button, Menu, Switch, UnstyledButton, useMantineColorScheme } from '@mantine/core';
import { IconCode, IconDeviceDesktop, IconExternalLink, IconLanguage, IconLogout } from '@tabler/icons-react';
import { useRouterState } from '@tanstack/react-router';
import { memo, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { COLOR_SCHEMES } from '../../shared/color-schemes.ts';
import { setLocale, useLocale } from '../../shared/locale.ts';
import { Brand } from '../../ui/brand.tsx';
import { Link } from '../../ui/link.tsx';
import { PopupMenu, usePopup } from '../../ui/popup.tsx';
import { anyCatalogue, textKey } from '../../ui/text-key.ts';
import { activatePath } from '../paths/kyc.ts';
import { call } from '../shared/call.ts';
import { useMerchant } from '../shared/merchant.ts';
import { useCan, useMay } from '../shared/permissions.ts';
import { PersonAvatar } from '../shared/person-avatar.tsx';
import { NAV_SECTIONS } from '../shared/screen.ts';
import { session, useSession } from '../shared/session.ts';
import { isCurrent, type NavLink, useNav } from './nav.ts';
import classes from './sidebar.module.css';
import { Switcher } from './switcher.tsx';

/** The user, the mode, all links, and signing out. */
export const Sidebar = memo(function Sidebar({ withBrand = true }: { withBrand?: boolean }) {
  const { t } = useTranslation('shell');
  return (
    <div className={classes.sidebar}>
      {withBrand && (
        <div className={classes.brand}>
          <Brand />
        </div>
      )}
      <Who />
      <ModeToggle />
      <div className={classes.middle}>
        <Links />
      </div>
      <div className={classes.foot}>
        <StoreButton />
        <ActivationBox />
        <div className={classes.tools}>
          <LanguageButton />
          <SchemeMenu />
          <UnstyledButton className={classes.logout} onClick={logout}>
            <IconLogout size={18} aria-hidden className="daftar-flip" />
            {t('logout')}
          </UnstyledButton>
        </div>
      </div>
    </div>
  );
});

async function logout(): Promise<void> {
  const succeeded = await call(auth.logout).then(
    () => true,
    () => false,
  );
  session.signOut(succeeded);
}

function Who() {
  const { t } = useTranslation('shell');
  const mayChange = useMay()(undefined);
  const merchant = useMerchant();
  const name = merchant ? `${merchant.first_name} ${merchant.last_name}` : '';
  const parts = (
    <>
      <PersonAvatar name={name} avatar={merchant?.avatar ?? null} />
      <span className={classes.names}>
        <bdi className={classes.name}>{name || '\u00a0'}</bdi>
        <span className={classes.role}>{t('merchant')}</span>
      </span>
    </>
  );
  if (merchant?.has_other_businesses && mayChange)
    return <Switcher business={merchant.business_name}>{parts}</Switcher>;
  return <div className={classes.who}>{parts}</div>;
}

function ModeToggle() {
  const { t } = useTranslation('shell');
  const can = useCan();
  const { isLive, canGoToggle } = useSession();
  // Until the merchant is known, nobody can say that it is not activated.
  const isLocked = useMerchant() !== undefined && !canGoToggle;
  const id = useId();
  if (!can('update-live-mode')) return null;
  return (
    <div className={classes.mode}>
      <Switch
        size="sm"
        checked={isLive}
        disabled={!canGoToggle}
        onChange={(event) => session.setLive(event.currentTarget.checked)}
        label={t('mode.live')}
        aria-describedby={isLocked ? id : undefined}
      />
      {isLocked && (
        <p id={id} className={classes.hint}>
          {t('mode.locked')}
        </p>
      )}
    </div>
  );
}

function Links() {
  const { t } = useTranslation('shell');
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  const links = useNav();
  const { isLive } = useSession();
  const status = useMerchant()?.status ?? (isLive ? MERCHANT_STATUS.live : undefined);
  const activation =
    status === undefined
      ? 'nav.activation'
      : status === MERCHANT_STATUS.live
        ? 'nav.activated'
        : status === MERCHANT_STATUS.underReview
          ? 'nav.activating'
          : 'nav.activate';
  const labelId = useId();
  const labelOf = (link: NavLink) =>
    link.path === activatePath ? t(activation) : anyCatalogue(t)(link.label);
  return (
    <nav aria-label={t('menu.label')} className={classes.sections}>
      {NAV_SECTIONS.map((section) => {
        const own = links.filter((link) => link.section === section);
        const isLast = section === 'settings';
        // The developer guide is for everybody, so the last section always has a link.
        if (own.length === 0 && !isLast) return null;
        const label = section === 'home' ? undefined : `${labelId}${section}`;
        return (
          <div key={section} className={classes.section} data-apart={isLast || undefined}>
            {section !== 'home' && (
              <p id={label} className={classes.label}>
                {t(`nav.section.${section}`)}
              </p>
            )}
            <ul className={classes.links} aria-labelledby={label}>
              {own.map((link) => (
                <li key={link.path}>
                  <Link
                    to={link.path}
                    className={classes.link}
                    aria-current={isCurrent(link, pathname) ? 'page' : undefined}
                  >
                    <link.icon size={18} stroke={1.6} />
                    {labelOf(link)}
                  </Link>
                </li>
              ))}
              {isLast && (
                <li>
                  <DeveloperGuide />
                </li>
              )}
            </ul>
          </div>
        );
      })}
    </nav>
  );
}

function DeveloperGuide() {
  const { t } = useTranslation('shell');
  const locale = useLocale();
  return (
    <a className={classes.link} href={`/docs?lang=${locale}`} target="_blank" rel="noopener noreferrer">
      <IconCode size={18} stroke={1.6} aria-hidden />
      {t('nav.developers')}
      <IconExternalLink size={14} className={classes.external} role="img" aria-label={t('newTab')} />
    </a>
  );
}

/** Shown until the provider has approved the business. */
function ActivationBox() {
  const { t } = useTranslation('shell');
  const may = useMay();
  const merchant = useMerchant();
  if (!merchant || merchant.status === MERCHANT_STATUS.live) return null;
  const known = [0, 1, 2, 4].includes(merchant.status) ? merchant.status : 0;
  return (
    <section className={classes.warning} aria-label={t('activation.label')}>
      <p className={classes.warningTitle}>{t(textKey('activation.title.', known))}</p>
      <p>{t(textKey('activation.text.', known))}</p>
      {merchant.status === MERCHANT_STATUS.rejected && merchant.status_reason && (
        <p className={classes.reason}>{merchant.status_reason}</p>
      )}
      {may('submit-kyc') && (
        <Button component={Link} to={activatePath} size="xs" fullWidth>
          {t('activation.button')}
        </Button>
      )}
    </section>
  );
}

function StoreButton() {
  const { t } = useTranslation('shell');
  const can = useCan();
  const merchant = useMerchant();
  if (!can('store-management') || !merchant?.store_path) return null;
  return (
    <Button
      component="a"
      href={merchant.store_path}
      target="_blank"
      rel="noopener noreferrer"
      variant="default"
      size="xs"
      fullWidth
      rightSection={<IconExternalLink size={14} role="img" aria-label={t('newTab')} />}
    >
      {t('store')}
    </Button>
  );
}

function LanguageButton() {
  const { t } = useTranslation('common');
  const locale = useLocale();
  const other = locale === 'ar' ? 'en' : 'ar';
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={36}
      aria-label={t('language.switch')}
      title={t('language.other')}
      onClick={() => setLocale(other)}
    >
      <IconLanguage size={18} aria-hidden />
    </ActionIcon>
  );
}

function SchemeMenu() {
  const { t } = useTranslation('common');
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const { popup, button } = usePopup('menu');
  const Icon = COLOR_SCHEMES.find(({ value }) => value === colorScheme)?.icon ?? IconDeviceDesktop;
  return (
    <>
      <ActionIcon {...button} variant="subtle" color="gray" size={36} aria-label={t('scheme.label')}>
        <Icon size={18} aria-hidden />
      </ActionIcon>
      <PopupMenu popup={popup} position="top-start">
        {COLOR_SCHEMES.map(({ value, icon: Each }) => (
          <Menu.Item
            key={value}
            leftSection={<Each size={16} aria-hidden />}
            onClick={() => setColorScheme(value)}
            aria-current={value === colorScheme ? 'true' : undefined}
          >
            {t(`scheme.${value}`)}
          </Menu.Item>
        ))}
      </PopupMenu>
    </>
  );
}
